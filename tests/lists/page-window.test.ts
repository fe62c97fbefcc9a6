import { describe, expect, it } from 'vitest'
import { pageWindow } from '../../app/lists/page-window'

describe('the page numbers of a pagination', () => {
  it.each([
    [1, 1, '1'],
    [1, 2, '1 2'],
    [3, 5, '1 2 3 4 5'],
    [5, 5, '1 2 3 4 5'],
  ])('show up to five pages in full: page %i of %i', (page, pageCount, shown) => {
    expect(pageWindow(page, pageCount).join(' ')).toBe(shown)
  })

  it.each([
    [1, 6, '1 2 3 4 gap 6'],
    [2, 10, '1 2 3 4 gap 10'],
    [3, 10, '1 2 3 4 gap 10'],
    [4, 10, '1 gap 3 4 5 gap 10'],
    [7, 10, '1 gap 6 7 8 gap 10'],
    [8, 10, '1 gap 7 8 9 10'],
    [10, 10, '1 gap 7 8 9 10'],
    [4, 6, '1 gap 3 4 5 6'],
    [500, 100_000, '1 gap 499 500 501 gap 100000'],
  ])('show the first, the neighbours and the last of more than five pages: page %i of %i', (page, pageCount, shown) => {
    expect(pageWindow(page, pageCount).join(' ')).toBe(shown)
  })

  it('always contain the first, the current and the last page once, in rising order', () => {
    for (let pageCount = 1; pageCount <= 30; pageCount++) {
      for (let page = 1; page <= pageCount; page++) {
        const numbers = pageWindow(page, pageCount).filter((step) => step !== 'gap')
        expect(numbers.filter((number) => number === page)).toHaveLength(1)
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
        expect([numbers[0], numbers.at(-1)]).toEqual([1, pageCount])
      }
    }
  })

  it('treat a page outside the range as the nearest page inside it', () => {
    expect(pageWindow(0, 3)).toEqual([1, 2, 3])
    expect(pageWindow(99, 7)).toEqual(pageWindow(7, 7))
    expect(pageWindow(1, 0)).toEqual([1])
  })
})
