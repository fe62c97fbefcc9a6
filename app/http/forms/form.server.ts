import type { RouterContextProvider } from 'react-router'
import { PSEUDONYM_SIGN } from '../../pseudonyms'
import { failure } from '../answers/failures.server'
import { isUuid } from '../../uuid'

/** The hidden field that names the drawing of a form, so that it takes effect once; null when it names none. */
export const readFormId = (posted: Pick<FormData | Map<string, string>, 'get'>): string | null => {
  const id = posted.get('id')
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : null
}

const forms = new WeakMap<Request, Promise<FormData>>()

/** The fields of a posted form, as often as they are asked for. The edge has limited and checked the body; what is still unreadable is 400. */
export function readForm(request: Request, context: Readonly<RouterContextProvider>): Promise<FormData> {
  const known = forms.get(request)
  if (known) return known
  const form = request
    .formData()
    .catch(() => {
      throw failure(context, 400)
    })
    .then(withoutPseudonyms)
  forms.set(request, form)
  return form
}

/** Nobody writes what is read as a person who was erased, or as words that were: the sign is taken out wherever it stands. */
function withoutPseudonyms(form: FormData): FormData {
  const fields = [...form]
  if (!fields.some(([, value]) => typeof value === 'string' && value.includes(PSEUDONYM_SIGN))) return form
  const written = new FormData()
  for (const [name, value] of fields)
    written.append(name, typeof value === 'string' ? value.replaceAll(PSEUDONYM_SIGN, '') : value)
  return written
}
