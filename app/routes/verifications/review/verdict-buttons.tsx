import type { FormEvent } from 'react'
import { Link, useFetcher, useFetchers, useLocation, useNavigate } from 'react-router'
import { nextPaper } from '../../../domain/verifications/papers/papers'
import { reviewPlace, verdictPath } from '../../../domain/verifications/queue/verification-list'
import { useTranslation } from '../../../i18n/use-translation'
import { Button, buttonClass } from '../../../ui/button'
import { Icon } from '../../../ui/icon'
import { Kbd } from '../../../ui/kbd'
import { searchWith } from '../addresses'
import { FormToken } from '../../../ui/forms/post-form'
import type { Desk } from './read-review.server'
import type { OpenPaper } from './use-open-paper'

type Paper = NonNullable<Desk['documents']>[number]

/** Ids of the kind and the file name of the paper that is read. */
export const PAPER_NAME = 'paper-title paper-file'

const addressOf = (desk: Pick<Desk, 'id' | 'type'>, documentId: string) =>
  verdictPath(reviewPlace(desk), documentId, 'verify')

/** The papers as they will be once what is under way has arrived, so that a verdict is seen as soon as it is given. */
export function usePapersJudged(desk: Pick<Desk, 'id' | 'type' | 'documents'>): Desk['documents'] {
  const { documents } = desk
  const underWay = useFetchers()
    .filter(({ formMethod }) => formMethod === 'POST')
    .map(({ formAction }) => formAction?.split('?')[0])
  if (underWay.length === 0 || !documents) return documents
  return documents.map((paper) =>
    underWay.includes(addressOf(desk, paper.id)) ? { ...paper, status: 'verified', rejectionReason: null } : paper,
  )
}

/**
 * The verdict on the paper that is read. Verifying needs no answer: with script the next paper opens at once and what the
 * server says is seen in the strip.
 */
export function VerdictButtons({ desk, paper, open }: { desk: Desk; paper: Paper; open: OpenPaper }) {
  const { t } = useTranslation('verifications')
  const { search } = useLocation()
  const navigate = useNavigate()
  const fetcher = useFetcher({ key: `verdict-${paper.id}` })
  const action = addressOf(desk, paper.id) + searchWith(search, { document: paper.id })

  function verify(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    form.set('stay', 'on')
    void fetcher.submit(form, { method: 'post', action })
    const next = desk.documents && nextPaper(desk.documents, paper.id)
    if (next) void navigate(open.href({ document: next.id }), { preventScrollReset: true, replace: true })
  }

  return (
    <div className="desk-verdict no-print">
      {paper.status === 'verified' ? null : (
        <fetcher.Form method="post" action={action} onSubmit={verify}>
          <FormToken />
          <input type="hidden" name="seen" value={paper.status} />
          <Button type="submit" size="small" icon="check" aria-keyshortcuts="v" aria-describedby={PAPER_NAME}>
            {t('verdict.verify')}
            <Kbd>v</Kbd>
          </Button>
        </fetcher.Form>
      )}
      {paper.status === 'rejected' ? null : (
        <Link
          to={open.href({ verdict: 'reject' })}
          preventScrollReset
          aria-keyshortcuts="x"
          aria-describedby={PAPER_NAME}
          className={buttonClass({ size: 'small' })}
        >
          <Icon name="x" />
          {t('verdict.reject')}
          <Kbd>x</Kbd>
        </Link>
      )}
    </div>
  )
}
