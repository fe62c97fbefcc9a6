import { setNonce } from 'get-nonce'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { followAnswers, leaveRefused, tellRefused } from './http/forms/untaken-forms'
import { setPageTexts } from './i18n/page-texts'
import { startTexts } from './i18n/start.client'
import { TextsContext } from './i18n/use-translation'
import { retryQueries } from './http/queries/retry-queries.client'
import { keepTextareas } from './ui/forms/kept/keep-textareas'
import { tellUnsent } from './ui/forms/kept/unsent'
import { delayReloadUntilReachable, untilConnected } from './ui/frame/network/connection'
import { showToast } from './ui/frame/toaster'
import { ScriptedPage } from './ui/scripted'
import { servedAddress } from './ui/frame/network/served-address'
import { trackTouched } from './ui/frame/network/touched'
import { resumePendingNavigation, currentLoaderData } from './ui/frame/network/use-pending-page'

setNonce(document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '')

if (location.pathname.includes('//')) history.replaceState(history.state, '', servedAddress(location))
resumePendingNavigation()
const texts = startTexts()
setPageTexts(texts)
retryQueries(untilConnected, () => currentLoaderData() !== null)
followAnswers()
delayReloadUntilReachable(() => tellRefused({ showToast, tellUnsent }), leaveRefused)
keepTextareas()
trackTouched()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <ScriptedPage>
        <TextsContext value={texts}>
          <HydratedRouter />
        </TextsContext>
      </ScriptedPage>
    </StrictMode>,
  )
})
