import { DEFAULT_LANGUAGE, type Language } from '../../vocabulary'

export type Mail = { subject: string; text: string; language?: Language }

const FONT =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','PingFang SC','Microsoft YaHei',sans-serif"
const PARAGRAPH = 'margin:0 0 16px'
const CODE = "font-family:ui-monospace,Menlo,Consolas,'Liberation Mono',monospace;white-space:nowrap"
const LINK = 'color:#0d5265'
const BUTTON =
  'display:inline-block;margin-top:8px;padding:12px 20px;border-radius:6px;background:#0d5265;color:#ffffff;font-weight:600;text-decoration:none'

const ADDRESS = /https?:\/\/[^\s<>"']+/g
const INVITE_CODE = /\bINV(?:-[0-9A-Z]{4}){3}\b/g
const LABELLED = /^(?:(.{1,80}?)\s*[:：]\s*)?(https?:\/\/\S+)$/

/**
 * A mail's text as HTML: paragraphs and lines as they are, invite codes unbroken. One of our addresses alone on its line becomes a
 * button (`Label: address` names it), elsewhere a link. Everything else, foreign addresses included, is text.
 */
export function mailHtml({ subject, text, language = DEFAULT_LANGUAGE }: Mail, publicOrigin: string): string {
  const paragraphs = text
    .trim()
    .split(/\n\s*\n/)
    .map((text) => `<p style="${PARAGRAPH}" dir="auto">${paragraph(text, publicOrigin)}</p>`)
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escape(subject)}</title>
</head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1d1b18;${FONT};font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
${paragraphs.join('\n')}
</div>
</body>
</html>
`
}

const paragraph = (text: string, publicOrigin: string) =>
  text
    .split('\n')
    .map((line) => button(line.trim(), publicOrigin) ?? inline(line, publicOrigin))
    .join('<br>\n')

function button(line: string, publicOrigin: string): string | null {
  const [, label, address] = LABELLED.exec(line) ?? []
  if (address === undefined || !isOwn(address, publicOrigin)) return null
  return `<a href="${escape(address)}" style="${BUTTON}">${escape(label ?? shortened(address))}</a>`
}

function inline(line: string, publicOrigin: string): string {
  let html = ''
  let end = 0
  for (const { 0: found, index } of line.matchAll(ADDRESS)) {
    const address = found.replace(/[.,;:!?)\]»”。，；：！？）]+$/u, '')
    if (!isOwn(address, publicOrigin)) continue
    html += plain(line.slice(end, index)) + `<a href="${escape(address)}" style="${LINK}">${escape(address)}</a>`
    end = index + address.length
  }
  return html + plain(line.slice(end))
}

/** The address of a button without its scheme and query. */
const shortened = (address: string) => address.replace(/^https?:\/\/|\?.*$/g, '')

const plain = (text: string) => escape(text).replace(INVITE_CODE, (code) => `<strong style="${CODE}">${code}</strong>`)

const isOwn = (address: string, publicOrigin: string) =>
  URL.canParse(address) && new URL(address).origin === publicOrigin

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => ESCAPED[letter] ?? letter)
