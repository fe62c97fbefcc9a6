import type { Language } from '../vocabulary'

/** Who reads: words and times are written in their language and zone on the server. */
export type Reader = { language: Language; timeZone: string; now: Date }
