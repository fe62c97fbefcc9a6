import { randomUUID } from 'node:crypto'
import { href, type RouterContextProvider } from 'react-router'
import type { Route } from './+types/template'
import { languageContext, servicesContext } from '../../../context'
import { versionOf } from '../../../domain/form-fields'
import type { Outcome } from '../../../domain/outcome'
import { targetChoices } from '../../../domain/verifications/requested-items/target-labels.server'
import { templateListUnder } from '../../../domain/verifications/templates/template-list'
import { templateInput } from '../../../domain/verifications/templates/template-input'
import {
  addTemplate,
  editTemplate,
  findTemplate,
  type TemplateConflict,
} from '../../../domain/verifications/templates/templates.server'
import type { SlotFault } from '../../../domain/verifications/templates/templates'
import type { SentBefore } from '../../../domain/sent-form.server'
import { failure } from '../../../http/answers/failures.server'
import { formAction, restoreFormDraft, type FormReply, type Rejection } from '../../../http/forms/form-action.server'
import { readFormId } from '../../../http/forms/form.server'
import { permit } from '../../../http/sign-in/permit.server'
import { freshPermit } from '../../../http/sign-in/proof.server'
import type { Text } from '../../../i18n/keys'
import { formatLanguage } from '../../../i18n/format'
import { LANGUAGE_NAMES } from '../../../i18n/languages'
import { useTranslation } from '../../../i18n/use-translation'
import { ButtonLink, SubmitButton } from '../../../ui/button'
import { Callout } from '../../../ui/callout'
import { RefusalNotice } from '../../../ui/forms/refusal-notice'
import { CheckboxGroup, RadioGroup } from '../../../ui/forms/choices'
import { DialogActions, DialogRoute } from '../../../ui/dialogs/dialog-route'
import { ConsoleForm } from '../../../ui/forms/console-form'
import { useForm } from '../../../ui/forms/form'
import { SentBeforeNote } from '../../../ui/forms/kept/sent-before-note'
import { SelectField, TextArea } from '../../../ui/forms/text-field'
import { DOCUMENT_TYPES, LANGUAGES, TEMPLATE_USES, VERIFICATION_TYPES, type Language } from '../../../vocabulary'

export const handle = { texts: ['templates', 'settings', 'setup', 'organizations', 'verifications'] }

/** `now`: the stored texts that differ from those typed, by language. */
type Extra = { isStale: boolean; isArchived: boolean; wasSent: boolean; now: Partial<Record<Language, string>> }
type FormArgs = { context: Readonly<RouterContextProvider>; params: { templateId?: string } }

/** Returns the stored template, or null for a new one; 404 when it does not exist. */
async function readStored({ context, params }: FormArgs) {
  const editing = permit(context, 'templates.edit')
  if (!params.templateId) return null
  const reading = permit(context, 'templates.read')
  const stored = await findTemplate(context.get(servicesContext), reading, params.templateId)
  if (!stored) throw failure(context, 404)
  return { ...stored, editing }
}

export async function loader(args: Route.LoaderArgs) {
  permit(args.context, 'templates.edit')
  const stored = await readStored(args)
  const version = stored?.version ?? 1
  const restored = await restoreFormDraft<Extra>(args, (kept) => ({
    isStale: stored !== null && versionOf(kept) !== version,
    seen: { version: String(version) },
  }))
  const { use, types, documentTypes, target, en, zh, ru, kk } = stored ?? NEW
  return {
    version,
    formId: stored ? null : randomUUID(),
    isNew: stored === null,
    isArchived: stored?.isArchived ?? false,
    restoreAt: stored && templateListUnder(args.url, archivePath(stored.id)),
    closeTo: templateListUnder(args.url),
    values: { use, types, documentTypes, target: target ?? '', en, zh, ru, kk },
    targets: targetChoices(args.context.get(languageContext)),
    restored,
  }
}

const archivePath = (templateId: string) => href('/settings/templates/:templateId/archive', { templateId })

const NEW = { use: 'rejection', types: [], documentTypes: [], target: '', en: '', zh: '', ru: '', kk: '' } as const

export async function action(args: Route.ActionArgs) {
  const editing = permit(args.context, 'templates.edit')
  const { context, params } = args
  const services = context.get(servicesContext)
  return formAction(args, {
    schema: templateInput,
    checkAccess: () => readStored(args),
    async allow(_input, posted) {
      await readStored(args)
      return freshPermit(args, editing, posted)
    },
    command: (
      input,
      { requestId, posted },
      allowed,
    ): Promise<Outcome<{ id: string; isArchived?: boolean }, TemplateConflict | SentBefore<{ id: string }>>> =>
      params.templateId
        ? editTemplate(services, allowed, input, { id: params.templateId, requestId })
        : addTemplate(services, allowed, input, { formId: readFormId(posted), requestId }),
    conflict: (now, input): Rejection<Extra> => refusal(now, input, context.get(languageContext)),
    done: (outcome) => ({
      to: templateListUnder(args.url),
      toast: !params.templateId
        ? 'templates:toast.added'
        : outcome.kind === 'done' && outcome.value.isArchived
          ? 'templates:toast.savedArchived'
          : 'templates:toast.saved',
    }),
  })
}

function refusal(
  now: TemplateConflict | SentBefore<unknown>,
  typed: Readonly<Record<Language, string>>,
  reads: Language,
): Rejection<Extra> {
  switch (now.because) {
    case 'sent':
      return { seen: { id: randomUUID() }, extra: { wasSent: true } }
    case 'stale':
      return {
        seen: { version: now.now.version },
        extra: {
          isStale: true,
          isArchived: now.now.isArchived,
          now: Object.fromEntries(
            LANGUAGES.filter((language) => now.now[language] !== typed[language]).map((language) => [
              language,
              now.now[language],
            ]),
          ),
        },
      }
    case 'slots':
      return {
        status: 422,
        fieldErrors: Object.fromEntries(now.faults.map((fault) => [fault.language, sayFault(fault, reads)])),
      }
  }
}

const sayFault = ({ slots, of }: SlotFault, reads: Language): Text =>
  of === null
    ? { key: 'templates:error.unknownSlot', values: { slots } }
    : { key: 'templates:error.missingSlot', values: { slots, language: formatLanguage(of, reads) } }

export default function Template({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation(['templates', 'verifications', 'organizations', 'ui'])
  type Shape = { [Name in keyof typeof loaderData.values]: unknown }
  const form = useForm<Shape, typeof loaderData, FormReply<Extra>>({
    drawn: loaderData,
    answer: actionData,
    restored: loaderData.restored,
    values: ({ values }) => values,
    labels: {
      use: t('field.use'),
      types: t('field.types'),
      documentTypes: t('field.documentTypes'),
      target: t('field.target'),
      ...LANGUAGE_NAMES,
    },
  })
  const { version, formId, isNew, targets, restoreAt, closeTo } = form.drawn
  const isArchived = form.reply?.isArchived ?? form.drawn.isArchived
  const restore = restoreAt ? (
    <ButtonLink to={restoreAt} size="small" preventScrollReset>
      {t('restore')}
    </ButtonLink>
  ) : null
  const nowOf = (language: Language) => {
    const text = form.reply?.now?.[language]
    return text === undefined ? undefined : t('savedNow', { text: text || t('ui:notGiven') })
  }
  const documents = DOCUMENT_TYPES.map((type) => ({ value: type, label: t(`organizations:document.type.${type}`) }))
  return (
    <DialogRoute title={t(isNew ? 'add' : 'edit')} description={t('allLanguages')} closeTo={closeTo} wide>
      <ConsoleForm state={form} seen={{ version, id: formId }}>
        {form.reply?.wasSent ? <SentBeforeNote state={form} made={null} /> : null}
        {form.reply?.isStale ? (
          <RefusalNotice state={form} title={t(isArchived ? 'conflict.archived' : 'conflict.title')}>
            <p>{t(isArchived ? 'conflict.archivedText' : 'conflict.text')}</p>
            {isArchived ? restore : null}
          </RefusalNotice>
        ) : isArchived ? (
          <Callout kind="quiet" icon="archive">
            <p>{t('archivedNote')}</p>
            {restore}
          </Callout>
        ) : null}
        <RadioGroup
          {...form.field('use')}
          options={TEMPLATE_USES.map((value) => ({ value, label: t(`use.${value}`) }))}
        />
        <p className="field-help">{t('slots')}</p>
        {LANGUAGES.map((language) => (
          <TextArea
            key={language}
            {...form.field(language)}
            label={<span lang={language}>{LANGUAGE_NAMES[language]}</span>}
            optional
            rows={2}
            lang={language}
            help={nowOf(language)}
          />
        ))}
        <CheckboxGroup
          {...form.field('types')}
          optional
          help={t('field.typesHelp')}
          options={VERIFICATION_TYPES.map((value) => ({ value, label: t(`verifications:type.${value}`) }))}
        />
        <CheckboxGroup
          {...form.field('documentTypes')}
          optional
          help={t('field.documentTypesHelp')}
          options={documents}
        />
        <SelectField
          {...form.field('target')}
          optional
          help={t('field.targetHelp')}
          emptyLabel={t('field.noTarget')}
          options={targets}
        />
        <DialogActions closeTo={closeTo}>
          <SubmitButton>{t('save')}</SubmitButton>
        </DialogActions>
      </ConsoleForm>
    </DialogRoute>
  )
}
