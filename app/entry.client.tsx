import { setNonce } from 'get-nonce'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { HydratedRouter } from 'react-router/dom'
import { startTexts } from './i18n/start.client'
import { retryQueries } from './http/retry-queries.client'
import { stayWithoutConnection, untilConnected } from './ui/connection'
import { goOnToPendingPage } from './ui/use-pending-page'

setNonce(document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '')

goOnToPendingPage()
const texts = await startTexts()
retryQueries(untilConnected)
stayWithoutConnection()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nextProvider i18n={texts}>
        <HydratedRouter />
      </I18nextProvider>
    </StrictMode>,
  )
})
