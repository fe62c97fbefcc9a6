import { useTranslation } from 'react-i18next'
import { TextArea } from '../../../ui/text-field'
import type { Typed } from './typed.server'

/** What was typed into a form that can no longer be sent, to be copied. */
export function KeptText({ typed }: { typed: Typed }) {
  const { t } = useTranslation('verifications')
  const text = [typed.notes, typed.reason, typed.answer, ...typed.items].filter(Boolean).join('\n')
  return text ? <TextArea name="kept" label={t('conflict.kept')} value={text} readOnly /> : null
}
