import { data, type RouterContextProvider } from 'react-router'
import { languageContext, requestInfoContext } from '../../context'
import { isUnavailable } from '../../domain/unavailable.server'
import { noteFailure } from '../../http/failures.server'
import { translate } from '../../i18n/texts.server'

type Posted = { request: Request; context: Readonly<RouterContextProvider> }

/** Runs a command of a dialog; when it breaks, the dialog is drawn again and says so. */
export async function orSayFailed<Answer>(
  { request, context }: Posted,
  run: (requestId: string) => Promise<Answer>,
): Promise<Answer | ReturnType<typeof data<{ failed: string }>>> {
  try {
    return await run(context.get(requestInfoContext).requestId)
  } catch (error) {
    if (error instanceof Response) throw error
    noteFailure(error, request, context)
    const failed = translate(context.get(languageContext), { key: 'invites:failed.again' })
    return data({ failed }, isUnavailable(error) ? 503 : 500)
  }
}
