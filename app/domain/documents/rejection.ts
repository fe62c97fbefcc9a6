import type { Language } from '../../vocabulary'

type Rejected = { rejectionReason: string | null; rejectionWords: Readonly<Record<Language, string>> | null }

/** Why a document was rejected, in the reader's language where the words came from a template. */
export const rejectionIn = (language: Language, { rejectionReason, rejectionWords }: Rejected): string | null =>
  rejectionReason && (rejectionWords?.[language] ?? rejectionReason)
