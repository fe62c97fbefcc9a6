import { describe, expect, it } from 'vitest'
import { mentionedIn } from '../../../app/domain/notes/note'
import { isNameTyped, typedMention } from '../../../app/ui/notes/typed-mention'

const OLGA = { id: '1', name: 'Ольга Ким' }
const OLGA_LONG = { id: '2', name: 'Ольга Ким-Сон' }
const AIGUL = { id: '3', name: 'Айгүл Серікқызы' }
const OTHER_OLGA = { id: '4', name: 'Ольга Ким' }
const LI = { id: '5', name: '李伟' }
const ids = (text: string, people = [OLGA, OLGA_LONG, AIGUL, LI], chosen: string[] = []) =>
  mentionedIn(text, people, chosen).map(({ id }) => id)

describe('whom a note mentions', () => {
  it.each([
    ['@Ольга Ким посмотри', ['1']],
    ['посмотри, @ольга ким!', ['1']],
    ['(@Айгүл Серікқызы)', ['3']],
    ['@Ольга Ким и @Айгүл Серікқызы', ['1', '3']],
    ['@李伟, 请看', ['5']],
    ['请@李伟看一下', ['5']],
    ['请＠李伟看一下', ['5']],
    ['mail to li@李伟', []],
    ['@Ольга Ким, @Ольга Ким', ['1']],
    ['Ольга Ким', []],
    ['mail to olga@Ольга Ким', []],
    ['@Ольга Кимова', []],
    ['@', []],
    ['', []],
  ])('in %j is %j', (text, expected) => expect(ids(text)).toEqual(expected))

  it('is the person of the longer name where one name begins another', () => {
    expect(ids('请@李伟明看', [LI, { id: '6', name: '李伟明' }])).toEqual(['6'])
    expect(ids('@Ольга Ким-Сон: да')).toEqual(['2'])
  })

  it('is everybody of that name, or those who were chosen among them', () => {
    expect(ids('@Ольга Ким', [OLGA, OTHER_OLGA]).sort()).toEqual(['1', '4'])
    expect(ids('@Ольга Ким', [OLGA, OTHER_OLGA], ['4'])).toEqual(['4'])
  })
})

describe('the name that is being typed', () => {
  it.each([
    ['@', 1, { start: 0, typed: '' }],
    ['see @Ай', 7, { start: 4, typed: 'Ай' }],
    ['@Ольга Ки', 9, { start: 0, typed: 'Ольга Ки' }],
    ['请@李', 3, { start: 1, typed: '李' }],
    ['请＠李', 3, { start: 1, typed: '李' }],
    ['a@b', 3, null],
    ['@a\nb', 4, null],
    ['nothing', 7, null],
  ])('in %j with the caret at %i is %j', (text, caret, expected) => expect(typedMention(text, caret)).toEqual(expected))

  it('matches the beginning of any word of a name', () => {
    expect(isNameTyped('Ольга Ким', 'ки')).toBe(true)
    expect(isNameTyped('Ольга Ким', 'ольга к')).toBe(true)
    expect(isNameTyped('Ольга Ким', 'льга')).toBe(false)
  })
})
