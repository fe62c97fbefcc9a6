import { useTranslation } from 'react-i18next'
import { ITEM_MAX_LENGTH, ITEMS_MAX } from '../../../domain/verifications/limits'
import { Button } from '../../../ui/button'
import { FieldHelp, FieldMessage } from '../../../ui/field'
import { TextArea } from '../../../ui/text-field'

type ItemRowsProps = { items: readonly string[]; errors: Partial<Record<string, string>> }

/** What is missing, one row each; rows come and go through the server, so without scripts too. */
export function ItemRows({ items, errors }: ItemRowsProps) {
  const { t } = useTranslation('verifications')
  const hasAdded = items.length > 1 && items.at(-1) === ''
  const rows = items.length > 0 ? items : ['']
  const isSingle = rows.length === 1
  return (
    <fieldset className="field" aria-describedby="field-items-help">
      <legend className="field-label">{t('dialog.request-info.items')}</legend>
      <FieldHelp id="field-items" help={t('dialog.request-info.itemsHelp')} />
      <div className="grid gap-3">
        {rows.map((item, index) => (
          <div key={`${index} of ${rows.length}: ${item}`} className="flex items-start gap-2">
            <div className="min-w-0 grow">
              <TextArea
                name="items"
                id={`field-item-${index}`}
                label={t('dialog.request-info.item', { n: index + 1 })}
                labelHidden
                rows={2}
                maxLength={ITEM_MAX_LENGTH}
                defaultValue={item}
                autoFocus={hasAdded && index === rows.length - 1}
                error={errors[`items.${index}`] ?? (isSingle ? errors.items : undefined)}
              />
            </div>
            {isSingle ? null : (
              <Button type="submit" name="rows" value={`remove ${index}`} variant="quiet" icon="trash" iconOnly>
                {t('dialog.request-info.remove', { n: index + 1 })}
              </Button>
            )}
          </div>
        ))}
      </div>
      <FieldMessage id="field-items" error={isSingle ? undefined : errors.items} />
      {rows.length < ITEMS_MAX ? (
        <div>
          <Button type="submit" name="rows" value="add" size="small" icon="plus">
            {t('dialog.request-info.add')}
          </Button>
        </div>
      ) : null}
    </fieldset>
  )
}
