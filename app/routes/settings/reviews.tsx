import { href } from 'react-router'
import type { Route } from './+types/reviews'
import { servicesContext } from '../../context'
import { dateProof } from '../../domain/fresh-proof'
import {
  changeReviewPeople,
  isLowering,
  readReviewPeople,
  type ReviewPeople,
} from '../../domain/verifications/second-person/review-people.server'
import { reviewPeopleInput, type ReviewPeopleInput } from '../../domain/verifications/second-person/review-people-input'
import { PEOPLE_CHOICES } from '../../domain/verifications/second-person/second-person'
import { formAction, type FormReply, type Rejection } from '../../http/forms/form-action.server'
import { permit } from '../../http/sign-in/permit.server'
import { datedPermit } from '../../http/sign-in/proof.server'
import { useTranslation } from '../../i18n/use-translation'
import { CheckboxGroup, RadioGroup } from '../../ui/forms/choices'
import { ConfirmIdentity, useProofRequest } from '../../ui/forms/codes/confirm-identity'
import { useForm } from '../../ui/forms/form'
import { WRITTEN_FORM_ID } from '../../ui/forms/kept/kept-form'
import { Panel } from '../../ui/panel'
import { VERIFICATION_TYPES, type VerificationType } from '../../vocabulary'
import { SettingsForm } from './settings-form'
import { restoreShared } from './settings-form.server'

export const handle = { texts: ['settings', 'verifications'], writes: WRITTEN_FORM_ID }

/** `now`: the saved numbers that differ from those chosen, by type; `mustOpenNow` is null when those are as chosen. */
type Extra = {
  isStale: boolean
  now: Partial<Record<VerificationType, number>>
  mustOpenNow: readonly VerificationType[] | null
}

const conflictOf = ({ version, types }: ReviewPeople, input: ReviewPeopleInput): Rejection<Extra> => ({
  seen: { version },
  extra: {
    isStale: true,
    now: Object.fromEntries(
      types.filter(({ type, people }) => people !== input[type]).map(({ type, people }) => [type, people]),
    ),
    mustOpenNow: types.some(({ type, mustOpen }) => mustOpen !== input.mustOpen.includes(type))
      ? typesToOpen(types)
      : null,
  },
})

export async function loader({ context, url }: Route.LoaderArgs) {
  const editing = permit(context, 'reviews.settings')
  const now = await readReviewPeople(context.get(servicesContext), editing)
  const { types, version } = now
  return {
    version,
    people: types.map(({ type, people }) => ({ type, people: String(people) })),
    mustOpen: typesToOpen(types),
    restored: await restoreShared(
      { context, url },
      { version, schema: reviewPeopleInput, conflict: (input) => conflictOf(now, input) },
    ),
  }
}

const typesToOpen = (types: readonly { type: VerificationType; mustOpen: boolean }[]) =>
  types.flatMap(({ type, mustOpen }) => (mustOpen ? [type] : []))

export async function action(args: Route.ActionArgs) {
  const editing = permit(args.context, 'reviews.settings')
  const services = args.context.get(servicesContext)
  return formAction(args, {
    schema: reviewPeopleInput,
    async allow(input, posted) {
      const now = await readReviewPeople(services, editing)
      return input.version === now.version && isLowering(now, input)
        ? datedPermit(args, editing, { action: 'reviews.lower' }, posted)
        : dateProof(editing, services.now())
    },
    command: (input, { requestId }, allowed) => changeReviewPeople(services, allowed, input, { requestId }),
    conflict: conflictOf,
    done: () => ({ to: args.url.pathname, toast: 'settings:toast.saved' }),
  })
}

export default function Reviews(props: Route.ComponentProps) {
  const { t } = useTranslation('settings')
  const asked = useProofRequest({ leadsToItself: true })
  return (
    <Panel title={t('reviews.title')}>
      {asked ? <ConfirmIdentity ask={asked} closeTo={href('/settings/reviews')} /> : <PeopleForm {...props} />}
    </Panel>
  )
}

/** Redrawn from the stored values each time it replaces the request for proof. */
function PeopleForm({ loaderData, actionData }: Pick<Route.ComponentProps, 'loaderData' | 'actionData'>) {
  const { t } = useTranslation(['settings', 'verifications', 'common'])
  const form = useForm<Record<VerificationType, string> & { mustOpen: string[] }, typeof loaderData, FormReply<Extra>>({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    values: ({ people, mustOpen }) => ({
      ...Object.fromEntries(people.map((one) => [one.type, one.people])),
      mustOpen,
    }),
    labels: {
      ...Object.fromEntries(VERIFICATION_TYPES.map((type) => [type, t(`verifications:type.${type}`)])),
      mustOpen: t('reviews.mustOpen'),
    },
  })
  const inForce = form.reply?.mustOpenNow?.map((type) => t(`verifications:type.${type}`))
  const mustOpenNow =
    inForce &&
    (inForce.length > 0
      ? t('reviews.mustOpenNow', { types: inForce.reduce((before, next) => t('common:listed', { before, next })) })
      : t('reviews.mustOpenNone'))
  const nowOf = (type: VerificationType) => PEOPLE_CHOICES.find((n) => n === String(form.reply?.now?.[type]))
  return (
    <SettingsForm state={form} seen={{ version: form.drawn.version }} isShared>
      <p className="text-sm text-ink-soft">{t('reviews.text')}</p>
      {VERIFICATION_TYPES.map((type) => {
        const now = nowOf(type)
        return (
          <RadioGroup
            key={type}
            {...form.field(type)}
            help={now && t(`reviews.now.${now}`)}
            options={PEOPLE_CHOICES.map((n) => ({ value: n, label: t(`reviews.people.${n}`) }))}
          />
        )
      })}
      <CheckboxGroup
        {...form.field('mustOpen')}
        help={[t('reviews.mustOpenHelp'), mustOpenNow].filter(Boolean).join(' ')}
        options={VERIFICATION_TYPES.map((type) => ({ value: type, label: t(`verifications:type.${type}`) }))}
      />
    </SettingsForm>
  )
}
