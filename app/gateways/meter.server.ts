import type { Meter, Observation } from './ports'

/** Passes observations on to its listeners, which make figures of them. */
export function openMeter(): Meter {
  const listeners: ((observed: Observation) => void)[] = []
  return {
    note: (observed) => {
      for (const listen of listeners) listen(observed)
    },
    on: (listen) => void listeners.push(listen),
  }
}
