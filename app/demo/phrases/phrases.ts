import type { Language, VerificationType } from '../../vocabulary'
import { en } from './en'
import { kk } from './kk'
import { ru } from './ru'
import { zh } from './zh'

/** What people of one language write in the demonstration. */
export type Phrases = {
  approvals: string[]
  rejections: Record<VerificationType, string[]>
  requests: Record<VerificationType, string[]>
  answers: string[]
  modeReasons: string[]
  suspensions: string[]
  inviteNotes: string[]
  documentRejections: string[]
  mainBranch: string
  branches: string[]
  slogans: string[]
}

export const PHRASES = { en, zh, ru, kk } satisfies Record<Language, Phrases>
