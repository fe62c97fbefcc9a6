import type { Meter, Observation } from './ports'

/** Tells what is observed to whoever makes figures of it; to nobody unless somebody listens. */
export function openMeter(): Meter {
  const listeners: ((observed: Observation) => void)[] = []
  return {
    note: (observed) => {
      for (const listen of listeners) listen(observed)
    },
    on: (listen) => void listeners.push(listen),
  }
}
