import { describe, expect, it } from 'vitest'
import { mailHtml } from '../../app/gateways/messages/mail-html'

const ORIGIN = 'https://console.example.com'
const bodyOf = (text: string) =>
  /<div[^>]*>\n([\s\S]*)\n<\/div>/.exec(mailHtml({ subject: 'Invitation', text }, ORIGIN))?.[1] ?? ''
const withoutStyle = (html: string) => html.replace(/ (style|dir)="[^"]*"/g, '')

describe('a mail as HTML', () => {
  it('has the paragraphs and lines of the text', () => {
    expect(withoutStyle(bodyOf('\n\nHello,\n\nfirst\nsecond\n\n\n\nlast\n'))).toBe(
      '<p>Hello,</p>\n<p>first<br>\nsecond</p>\n<p>last</p>',
    )
  })

  it('names its language, and lets each paragraph find its direction', () => {
    const html = mailHtml({ subject: '“Ш” <b>', text: 'مرحبا', language: 'kk' }, ORIGIN)
    expect(html).toMatch(/^<!doctype html>\n<html lang="kk" dir="ltr">/)
    expect(html).toContain('<title>“Ш” &lt;b&gt;</title>')
    expect(html).toContain('dir="auto">مرحبا</p>')
  })

  it('escapes what somebody wrote', () => {
    const html = bodyOf('<script>alert(1)</script> & "<img src=x onerror=\'y\'>"')
    expect(withoutStyle(html)).toBe(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;&lt;img src=x onerror=&#39;y&#39;&gt;&quot;</p>',
    )
  })

  it('keeps an invite code in one piece', () => {
    expect(withoutStyle(bodyOf('Code: INV-7K2M-9QXA-4TZB.'))).toBe('<p>Code: <strong>INV-7K2M-9QXA-4TZB</strong>.</p>')
  })

  it.each([
    ['Join: https://console.example.com/use-invite?code=INV-1&lng=ru', 'Join'],
    ['加入：https://console.example.com/use-invite?code=INV-1&lng=ru', '加入'],
    ['Open:\nhttps://console.example.com/use-invite?code=INV-1&lng=ru', 'console.example.com/use-invite'],
  ])('makes a button of an own address on a line of its own: %s', (text, label) => {
    expect(withoutStyle(bodyOf(text))).toContain(
      `<a href="https://console.example.com/use-invite?code=INV-1&amp;lng=ru">${label}</a>`,
    )
  })

  it('makes a link of an own address inside a sentence, without the full stop', () => {
    expect(withoutStyle(bodyOf('See https://console.example.com/terms.'))).toBe(
      '<p>See <a href="https://console.example.com/terms">https://console.example.com/terms</a>.</p>',
    )
  })

  it.each([...'.,;:!?)]»”。，；：！？）'])('ends a link before a %s that follows it', (sign) => {
    expect(withoutStyle(bodyOf(`See (https://console.example.com/terms${sign}`))).toContain(
      `<a href="https://console.example.com/terms">https://console.example.com/terms</a>${sign}`,
    )
  })

  it('labels a button with up to 80 characters, and makes a link behind more', () => {
    const [label, more] = ['Open the application', 'x'.repeat(81)]
    expect(withoutStyle(bodyOf(`${label}: https://console.example.com/a`))).toContain(`>${label}</a>`)
    expect(withoutStyle(bodyOf(`${more}: https://console.example.com/a`))).toContain(
      `>https://console.example.com/a</a>`,
    )
  })

  it.each([
    'https://evil.example/console.example.com',
    'Join: https://console.example.com.evil.example/',
    'https://console.example.com@evil.example/',
    'http://console.example.com/',
    'https://console.example.com:8443/',
    'javascript:alert(1)',
    'see www.evil.example',
    'http://[',
  ])('makes nothing clickable of %s', (text) => expect(bodyOf(text)).not.toContain('<a '))

  it('ends an address before a quote', () => {
    const html = bodyOf(`https://console.example.com/"onmouseover="x`)
    expect(html).not.toContain('"onmouseover')
    expect(html).toContain('&quot;onmouseover=&quot;x')
  })
})
