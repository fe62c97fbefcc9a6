// Signs in with a passkey: shows the button where the browser can, asks for the challenge, and posts the answer.
const form = document.querySelector('[data-passkey]')
const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

async function answerOf(options) {
  const { challenge, rpId, timeout, userVerification } = options
  const publicKey = { challenge: toBytes(challenge), rpId, timeout, userVerification }
  const credential = await navigator.credentials.get({ publicKey })
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: toText(clientDataJSON),
      authenticatorData: toText(authenticatorData),
      signature: toText(signature),
      ...(userHandle && { userHandle: toText(userHandle) }),
    },
  }
}

if (form && globalThis.PublicKeyCredential) {
  const button = document.createElement('button')
  button.className = form.dataset.look
  button.append(form.querySelector('svg'), form.dataset.button)
  form.append(button)
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const failed = form.querySelector('[role=alert]')
    if (button.ariaBusy) return
    failed.hidden = true
    button.ariaBusy = 'true'
    try {
      const asked = await fetch('/sign-in/passkey', { method: 'POST', body: new URLSearchParams() })
      form.elements.passkey.value = JSON.stringify(await answerOf(await asked.json()))
      form.submit()
    } catch {
      failed.textContent = form.dataset.failed
      failed.hidden = false
    } finally {
      button.ariaBusy = null
    }
  })
}
