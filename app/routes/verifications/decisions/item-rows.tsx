import type { DecisionTemplates } from '../../../domain/verifications/decisions/decision-templates.server'
import { ITEMS_MAX } from '../../../domain/written-text'
import { readingOf } from '../../../domain/verifications/templates/insert-template'
import { useTranslation } from '../../../i18n/use-translation'
import { Button } from '../../../ui/button'
import { FieldHelp, FieldMessage } from '../../../ui/forms/field'
import { MessagePreview, ReaderTranslation, readerTranslationId } from '../../../ui/forms/template-picker'
import { HiddenField, typedText } from '../../../ui/forms/form'
import { SelectField, TextArea } from '../../../ui/forms/text-field'
import type { DecisionFormState } from './decision-form'
import { DecisionTemplatePicker } from './template-picker'

/** The requested items, one row each, and where each answer belongs; rows can be added and removed without scripts too. */
export function ItemRows({ form: state, offer }: { form: DecisionFormState; offer: DecisionTemplates }) {
  const { t } = useTranslation('verifications')
  const { form, fields, field, hasNewRow } = state
  const { items } = fields
  const rows = items.getFieldList().map((row) => ({ row, own: row.getFieldset() }))
  const textsOf = ({ own }: (typeof rows)[number]) => ({
    text: typedText(own.text),
    template: typedText(own.template),
    about: typedText(own.about),
  })
  const written = rows.map(textsOf)
  const hasOne = rows.length <= 1
  return (
    <fieldset className="field min-w-0 gap-3" aria-describedby={`${items.id}-help`}>
      <legend className="field-label">{t('dialog.request-info.items')}</legend>
      <FieldHelp id={items.id} help={t('dialog.request-info.itemsHelp')} />
      <p className="field-help font-semibold">{t('words.reads', { language: offer.readsName })}</p>
      <DecisionTemplatePicker
        offer={offer}
        pick={field('pick')}
        about={field('pickAbout')}
        fault={state.reply?.pickFault ?? null}
        insert={(inserted) => {
          const free = rows.findIndex(({ own }) => !own.text.value?.trim() && !own.target.value)
          if (free < 0) form.insert({ name: items.name, defaultValue: inserted })
          else form.update({ name: items.name, index: free, value: inserted })
        }}
      />
      <div className="grid grid-cols-1 gap-3">
        {rows.map(({ row, own }, index) => (
          <div key={row.key ?? row.name} className="flex items-start gap-2">
            <div className="grid min-w-0 grow grid-cols-1 gap-2">
              <TextArea
                {...field(own.text)}
                label={t('dialog.request-info.item', { n: index + 1 })}
                labelHidden
                rows={2}
                lang={offer.reads}
                notes={readerTranslationId(own.text)}
                autoFocus={(hasNewRow('items') && index === rows.length - 1) || field(own.text).autoFocus}
              />
              <SelectField
                field={own.target}
                label={t('words.target', { n: index + 1 })}
                labelHidden
                emptyLabel={t('words.inWords')}
                options={offer.targets}
              />
              <HiddenField field={own.template} />
              <HiddenField field={own.about} />
              <ReaderTranslation field={own.text} {...readingOf(offer, written[index] ?? {})} />
            </div>
            {hasOne ? null : (
              <Button
                type="submit"
                {...form.remove.getButtonProps({ name: items.name, index })}
                variant="quiet"
                icon="trash"
                iconOnly
              >
                {t('dialog.request-info.remove', { n: index + 1 })}
              </Button>
            )}
          </div>
        ))}
      </div>
      <FieldMessage id={items.id} error={items.errors?.[0]} />
      {rows.length < ITEMS_MAX ? (
        <div>
          <Button type="submit" {...form.insert.getButtonProps({ name: items.name })} size="small" icon="plus">
            {t('dialog.request-info.add')}
          </Button>
        </div>
      ) : null}
      <MessagePreview
        around={offer.message}
        lang={offer.reads}
        text={written
          .filter(({ text }) => text.trim() !== '')
          .map(({ text }, index) => `${index + 1}. ${text.trim()}`)
          .join('\n')}
      />
    </fieldset>
  )
}
