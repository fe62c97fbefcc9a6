import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Icon, ICON_NAMES } from '../../app/ui/icon'
import { serverHtml } from '../support/render'

describe('the icons', () => {
  it('match the sprite: each named icon is drawn, and no other', () => {
    const drawn = [...readFileSync('app/ui/icons.svg', 'utf8').matchAll(/<symbol id="([^"]+)"/g)].map(
      (match) => match[1],
    )
    expect(drawn.sort()).toEqual([...ICON_NAMES].sort())
  })

  it('are hidden from screen readers unless they have a label', async () => {
    expect(await serverHtml(<Icon name="clock" />)).toContain('aria-hidden="true"')
    const named = await serverHtml(<Icon name="clock" label="Waiting" />)
    expect(named).toContain('role="img" aria-label="Waiting"')
    expect(named).not.toContain('aria-hidden')
  })

  it('that point follow the direction of the text', async () => {
    expect(await serverHtml(<Icon name="chevron-end" />)).toContain('icon-pointing')
    expect(await serverHtml(<Icon name="clock" />)).not.toContain('icon-pointing')
  })
})
