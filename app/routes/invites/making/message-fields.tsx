import { useTranslation } from 'react-i18next'
import { CUSTOM_MESSAGE_MAX_LENGTH } from '../../../domain/invites/new-invite'
import { LANGUAGE_NAMES } from '../../../i18n/languages'
import { SelectField, TextArea } from '../../../ui/text-field'
import { LANGUAGES, type Language } from '../../../vocabulary'
import type { Refusal } from './make-from-form.server'
import { MessagePreview } from './message-preview'

/** The recipient's language, one's own words, and how the whole message will read. */
export function MessageFields({ language, refusal }: { language: Language; refusal: Refusal | null }) {
  const { t } = useTranslation('invites')
  return (
    <>
      <SelectField
        name="language"
        label={t('field.language')}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        defaultValue={refusal?.typed.language || language}
        error={refusal?.errors.language}
      />
      <TextArea
        name="customMessage"
        label={t('field.customMessage')}
        help={t('field.customMessageHelp')}
        optional
        rows={3}
        maxLength={CUSTOM_MESSAGE_MAX_LENGTH}
        defaultValue={refusal?.typed.customMessage}
        error={refusal?.errors.customMessage}
      />
      <MessagePreview asked={refusal?.preview ?? null} />
    </>
  )
}
