// Joins the fingerprint hash to the random device id once (specification 3); `device_id` becomes `hash.random`.
const found = document.cookie.match(/(?:^|; )device_id=([0-9a-f-]{36})(?:;|$)/)
if (found && globalThis.crypto?.subtle) {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  pen?.fillText('Gatehouse 0.1', 2, 12)
  const traits = [
    navigator.userAgent,
    navigator.language,
    navigator.platform,
    navigator.hardwareConcurrency,
    `${screen.width}x${screen.height}x${screen.colorDepth}`,
    Intl.DateTimeFormat().resolvedOptions().timeZone,
    canvas.toDataURL(),
    Date.now(),
  ]
  crypto.subtle.digest('SHA-256', new TextEncoder().encode(traits.join('|'))).then((digest) => {
    const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    document.cookie = `device_id=${hash}.${found[1]}; Path=/; Max-Age=604800; SameSite=Lax${secure}`
  })
}
