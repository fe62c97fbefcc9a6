import type { Language } from '../vocabulary'

/** The reader of an answer: the server writes words and times in their language and zone. */
export type Reader = { language: Language; timeZone: string; now: Date }
