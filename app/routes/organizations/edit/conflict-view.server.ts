import type { NotEdited } from '../../../domain/setup/edit-section.server'
import { storedForm, type StepForm } from '../../../domain/setup/step-form.server'
import { relativeMoment } from '../../../i18n/moment'
import type { Language } from '../../../vocabulary'

type Reader = { language: Language; timeZone: string; now: Date }

/** What the other one did: who, when, and each field that is not as it was typed here; words only where they read as words. */
export function conflictView({ because, stored, latest }: NotEdited, form: StepForm, reader: Reader) {
  const now: Record<string, unknown> = storedForm(form.step, stored).typed
  const differing = Object.entries(form.typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name]),
  )
  return {
    because,
    latest: latest && {
      actorName: latest.actorName,
      at: relativeMoment(latest.at, reader.now, reader.language, reader.timeZone),
    },
    fields: differing.map(([name]) => ({ name, value: WORDED.has(name) ? String(now[name]) : null })),
  }
}

const WORDED: ReadonlySet<string> = new Set(
  'name legalName registrationNumber email phone address timeZone orderTimeoutMinutes maxWeightKg maxSizeCm pickupFrom pickupTo deliveryFrom deliveryTo brandName localName slogan primaryColor secondaryColor defaultCurrency'.split(
    ' ',
  ),
)

export type ConflictView = ReturnType<typeof conflictView>
