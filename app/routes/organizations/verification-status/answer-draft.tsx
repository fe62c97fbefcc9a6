import { useLocation } from 'react-router'
import { FORM_FIELDS } from '../../../form-protocol'
import { useTranslation } from '../../../i18n/use-translation'
import { SubmitButton } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { draftAddress } from '../../../ui/forms/kept/kept-form'
import { PostForm } from '../../../ui/forms/post-form'
import { UserText } from '../../../ui/user-text'

type Typed = Readonly<Record<string, unknown>>

/** The words of an answer: to its items, and the note. */
export const answerTexts = (typed: Typed | null | undefined): string[] =>
  [typed?.answers, typed?.note].flat().filter((text): text is string => typeof text === 'string' && text.trim() !== '')

export const Words = ({ texts }: { texts: readonly string[] }) => (
  <ul className="grid gap-1">
    {texts.map((text, index) => (
      <li key={index} className="whitespace-pre-line wrap-anywhere">
        <UserText>{text}</UserText>
      </li>
    ))}
  </ul>
)

/** Words of an answer that was begun, where nothing can be answered any more, until they are discarded. */
export function AnswerDraft({ typed, token }: { typed: Typed | null | undefined; token: string }) {
  const { t } = useTranslation(['setup', 'ui'])
  const { pathname, search } = useLocation()
  const texts = answerTexts(typed)
  if (texts.length === 0) return null
  return (
    <Callout kind="quiet" title={t('answer.begun')}>
      <div className="grid justify-items-start gap-2">
        <p>{t('conflict.unsent')}</p>
        <Words texts={texts} />
        <PostForm action={draftAddress(pathname, pathname + search, { drop: '' })} replace preventScrollReset>
          <input type="hidden" name={FORM_FIELDS.keep} value={token} />
          <SubmitButton variant="secondary" size="small">
            {t('ui:draft.discard')}
          </SubmitButton>
        </PostForm>
      </div>
    </Callout>
  )
}
