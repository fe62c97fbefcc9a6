import type { RouterContextProvider } from 'react-router'
import { PSEUDONYM_SIGN } from '../../pseudonyms'
import { failure } from '../answers/failures.server'
import { isUuid } from '../../uuid'

/** The hidden `id` field, which names one drawing of a form so that it takes effect only once; null when it is missing or no id. */
export const readFormId = (posted: Pick<FormData | Map<string, string>, 'get'>): string | null => {
  const id = posted.get('id')
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : null
}

const forms = new WeakMap<Request, Promise<FormData>>()

/**
 * Returns the fields of a posted form; may be called repeatedly. The edge has limited and checked the body; one that still cannot be
 * read is 400.
 */
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

/** Removes the pseudonym sign from all fields, so that nobody can write text that reads as the name or the words of an erased person. */
function withoutPseudonyms(form: FormData): FormData {
  const fields = [...form]
  if (!fields.some(([, value]) => typeof value === 'string' && value.includes(PSEUDONYM_SIGN))) return form
  const written = new FormData()
  for (const [name, value] of fields)
    written.append(name, typeof value === 'string' ? value.replaceAll(PSEUDONYM_SIGN, '') : value)
  return written
}
