import { ErrorSummary } from '../../../ui/error-summary'
import { useFieldLabels } from './field-labels'

/** All that is wrong with a step, each line leading to its field. */
export function StepErrors({ errors }: { errors: Partial<Record<string, string>> }) {
  const labels: Record<string, string> = useFieldLabels()
  return (
    <ErrorSummary
      errors={Object.entries(errors).map(([name, text]) => {
        const [field = '', row] = name.split('.')
        const place = row === undefined ? '' : ` ${Number(row) + 1}`
        return { name, id: `field-${name.replace('.', '-')}`, text: `${labels[field] ?? ''}${place}: ${text ?? ''}` }
      })}
    />
  )
}
