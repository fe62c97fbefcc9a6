// For pages without the console's own script: messages can be closed, 'Go Back' goes back, a bar shows that the next page is
// on its way, and what a link leads to is fetched when somebody is about to follow it. All of it works less well without.
const { loading, languages } = document.currentScript.dataset
const linkOf = (event) => event.target.closest?.('a[href]')
const isPage = ({ origin, pathname, target }) => origin === location.origin && !target && pathname !== location.pathname

const showBar = () => {
  if (document.querySelector('.loading-bar')) return
  const bar = document.createElement('div')
  bar.className = 'loading-bar'
  bar.setAttribute('role', 'progressbar')
  bar.setAttribute('aria-label', loading)
  document.body.prepend(bar)
}

// Only what closes it is missing; its icon lies beside the one that the message has.
for (const toast of document.querySelectorAll('.toast[data-close]')) {
  const icon = toast.querySelector('.icon').cloneNode(true)
  const use = icon.firstElementChild
  use.setAttribute('href', use.getAttribute('href').replace(/#.*/, '#x'))
  const button = document.createElement('button')
  Object.assign(button, { type: 'button', className: 'button button-quiet button-small button-icon' })
  button.setAttribute('aria-label', toast.dataset.close)
  button.append(icon)
  toast.append(button)
}

// A message that the page came with is not read out: its words are put in once more, when the reader has begun to listen.
const LISTENS_AFTER_MS = 500
const sayAgain = () => {
  for (const words of document.querySelectorAll('.toast-text')) words.replaceChildren(...words.childNodes)
}
window.addEventListener('load', () => setTimeout(sayAgain, LISTENS_AFTER_MS))

document.addEventListener('click', (event) => {
  event.target.closest?.('.toast button')?.closest('.toast').remove()
  const link = linkOf(event)
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return
  if ('back' in link.dataset && history.length > 1) {
    event.preventDefault()
    history.back()
  } else if (isPage(link)) showBar()
})
document.addEventListener('submit', (event) => event.defaultPrevented || showBar())
window.addEventListener('pageshow', () => document.querySelector('.loading-bar')?.remove())

const ahead = new Set()
const prefetch = (event) => {
  const link = linkOf(event)
  if (!link || !isPage(link) || 'back' in link.dataset || ahead.has(link.href)) return
  ahead.add(link.href)
  document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: link.href }))
}
for (const intent of ['pointerover', 'focusin']) document.addEventListener(intent, prefetch)

// What the browser keeps in its storage comes after the address and the cookie, and before the language that it speaks itself.
const followStoredLanguage = () => {
  const { lang } = document.documentElement
  const ours = (tag) => languages.split(' ').find((known) => known === tag?.toLowerCase().split('-')[0])
  const ofCookie = () => ours(/(?:^|; )lng=([^;]*)/.exec(document.cookie)?.[1])
  const stored = ours(localStorage.getItem('i18nextLng')) ?? ours(sessionStorage.getItem('i18nextLng'))
  const isAsked = ours(new URLSearchParams(location.search).get('lng')) || ofCookie()
  if (isAsked || !stored || stored === lang) return localStorage.setItem('i18nextLng', lang)
  document.cookie = `lng=${stored}; path=/; max-age=604800; samesite=lax`
  if (ofCookie() === stored) location.replace(location.pathname + location.search)
}
try {
  followStoredLanguage()
} catch {
  // Storage may be switched off; the cookie remembers.
}
