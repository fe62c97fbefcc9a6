import type { Language } from '../../vocabulary'

type Rejected = { rejectionReason: string | null; rejectionTexts: Readonly<Record<Language, string>> | null }

/** Why a document was rejected, in the reader's language where the words came from a template. */
export const rejectionIn = (language: Language, { rejectionReason, rejectionTexts }: Rejected): string | null =>
  rejectionReason && (rejectionTexts?.[language] ?? rejectionReason)
