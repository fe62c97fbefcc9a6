import { useTranslation } from 'react-i18next'
import type { TypedStep } from '../../../../domain/setup/step-fields'
import { Button } from '../../../../ui/button'
import { FieldMessage } from '../../../../ui/field'
import { TextArea, TextField } from '../../../../ui/text-field'
import { useFieldLabels } from '../field-labels'
import type { Errors } from '../step-fields'

const BRANCHES_SHOWN_MAX = 10
const ROW_FIELDS = ['branchName', 'person', 'branchPhone', 'branchEmail', 'branchAddress'] as const

type ContactStepProps = { typed: TypedStep<'contact'>; errors: Errors; hasAdded: boolean }

/** The branches, one of them primary; rows come and go through the server, so without scripts too. */
export function ContactStep({ typed, errors, hasAdded }: ContactStepProps) {
  const { t } = useTranslation('setup')
  const labels = useFieldLabels()
  const count = Math.max(1, typed.branchName.length)
  return (
    <>
      {/* Enter presses the first button of a form: it must not be the one that removes a branch. */}
      <button type="submit" hidden />
      {Array.from({ length: count }, (_, index) => {
        const field = (name: (typeof ROW_FIELDS)[number]) => ({
          name,
          id: `field-${name}-${index}`,
          label: labels[name],
          defaultValue: typed[name][index] ?? '',
          error: errors[`${name}.${index}`],
        })
        return (
          <fieldset
            key={`${index} of ${count}: ${typed.branchName[index]}`}
            className="grid min-w-0 gap-4 rounded border border-line p-4"
          >
            <legend className="px-1 font-semibold">{t('field.branch', { n: index + 1 })}</legend>
            <TextField {...field('branchName')} autoFocus={hasAdded && index > 0 && index === count - 1} />
            <TextField {...field('person')} />
            <TextField {...field('branchPhone')} type="tel" dir="ltr" help={t('field.phoneHelp')} />
            <TextField {...field('branchEmail')} type="email" dir="ltr" />
            <TextArea {...field('branchAddress')} rows={2} />
            <div className="flex flex-wrap items-center justify-between gap-2">
              <label className="choice" htmlFor={`field-primary-${index}`}>
                <input
                  type="radio"
                  id={`field-primary-${index}`}
                  name="primary"
                  value={index}
                  defaultChecked={Number(typed.primary) === index}
                  className="check"
                />
                <span>{labels.primary}</span>
              </label>
              {count > 1 ? (
                <Button type="submit" name="rows" value={`remove ${index}`} variant="quiet" size="small" icon="trash">
                  {t('field.removeBranch', { n: index + 1 })}
                </Button>
              ) : null}
            </div>
          </fieldset>
        )
      })}
      <FieldMessage id="field-branches" error={errors.branches} />
      {count < BRANCHES_SHOWN_MAX ? (
        <div>
          <Button type="submit" name="rows" value="add" size="small" icon="plus">
            {t('field.addBranch')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
