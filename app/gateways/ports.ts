import type { CodePurpose, Language, MessageChannel } from '../vocabulary'

/** One message to deliver. `id` is the idempotency key: the same id is never delivered twice by a gateway that honours it. */
export type OutgoingMessage = {
  id: string
  channel: MessageChannel
  kind: string
  to: string
  subject?: string
  text: string
  /** The language of the text. */
  language?: Language
  /** The sign-in code that the text tells, for providers that want it apart. */
  code?: string
  /** How long it is still worth delivering. */
  liveMs?: number
}

/** A door to a message provider. Rejects when the provider refuses or does not answer in time; breaks off when aborted. */
export type MessageGateway = {
  deliver(message: OutgoingMessage, signal?: AbortSignal): Promise<void>
  /** For providers that tell what became of a message. `forged` when the provider did not sign it. */
  readNotice?(posted: PostedNotice): DeliveryNotice | 'forged'
}

/** What somebody posted to `/notices/{channel}/{messageId}`; `form` in the order of its fields. */
export type PostedNotice = { path: string; form: readonly [name: string, value: string][]; headers: Headers }

/** What became of a message that the provider took, so far; `reason` holds the provider's code. */
export type DeliveryNotice = { state: 'under-way' } | { state: 'delivered' } | { state: 'failed'; reason: string }

/** One gateway per channel. */
export type MessageGateways = Record<MessageChannel, MessageGateway>

/** A file on its way in, on the local disk until it is kept under a key or dropped; dropping a kept one does nothing. */
export type IncomingFile = {
  path: string
  sizeBytes: number
  keep(key: string): Promise<void>
  drop(): Promise<void>
}

/** A kept file on its way out: its size, and its bytes piece by piece as they are taken. Cancel what is not read to its end. */
export type StoredFile = { sizeBytes: number; content: ReadableStream<Uint8Array> }

/** Files by key; keys are random and made by us. */
export type DocumentStore = {
  write(key: string, content: Uint8Array): Promise<void>
  /** Null when there is no such file. */
  open(key: string): Promise<StoredFile | null>
  /** Takes in what streams; a stream that breaks, a full disk or more than the limit leave nothing behind. */
  receive(content: AsyncIterable<Uint8Array>, limitBytes: number): Promise<IncomingFile | 'too-large'>
  /** Removes from this machine what was being received by a process that is gone. */
  removeAbandoned(): Promise<void>
  remove(key: string): Promise<void>
  has(key: string): Promise<boolean>
  /** Every kept file, in no order. */
  list(): AsyncIterable<{ key: string; keptAt: Date }>
  /** Whose files these are, as was written beside them; null when nothing was. */
  readOwner(): Promise<string | null>
  writeOwner(owner: string): Promise<void>
}

/** A virus scanner. What it found, null for a clean file; rejects when it has no verdict. Takes the content to its end or cancels it. */
export type Scanner = { scan(content: ReadableStream<Uint8Array>): Promise<string | null> }

/** The document store cannot be asked now; trying again in a while may help. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway'

  constructor(what: string, options?: ErrorOptions) {
    super(`The document store ${what}`, options)
  }
}

/** Where signed heads of the audit log are kept. `read` gives lines, oldest first; null where they cannot be read back. */
export type AnchorStore = {
  write(line: string, at: Date): Promise<void>
  read: (() => Promise<string[]>) | null
}

/** The error tracker. `report` never throws and never waits for the network. */
export type Tracker = {
  report(failure: {
    error: unknown
    requestId: string
    route?: string
    method?: string
    status?: number
    level?: 'info' | 'warning'
    /** Reports with the same one are of one kind; without it the tracker judges by the place in the code. */
    fingerprint?: readonly string[]
  }): void
  flush(timeoutMs: number): Promise<void>
}

export type CodeOutcome = 'queued' | 'countdown' | 'limit' | 'invite' | 'budget' | 'wrong'
/** `returned`: the provider, which took it, says later that it did not arrive. */
export type MessageOutcome = 'sent' | 'postponed' | 'given-up' | 'returned'

/** What figures are made of. Every word is of a closed list: no person, number, address or id is ever among them. */
export type Observation =
  | { of: 'limit'; limit: string; waitMs: number }
  | { of: 'code'; purpose: CodePurpose; outcome: CodeOutcome }
  | { of: 'message'; channel: MessageChannel; outcome: MessageOutcome }
  | { of: 'job'; name: string; ms: number; isDone: boolean }

/** Where is told what happened, for figures of the console as a whole. `note` never throws and never waits. */
export type Meter = {
  note(observed: Observation): void
  on(listen: (observed: Observation) => void): void
}

/** Pages of a document under each other, as one PNG. `count` is of the whole document, `drawn` of those in the picture. */
export type PagePicture = { picture: Uint8Array; widthPx: number; heightPx: number; count: number; drawn: number }

/** Draws the pages of PDF documents. */
export type PdfPages = {
  /**
   * From a page on, counted from 0. Null for what is no PDF, cannot be read in time, or has no such page. `key` names the
   * file, whose bytes are read only when they were not drawn lately. Files of different `group`s take turns.
   */
  draw(
    key: string,
    asked: { group: string; from: number; atMost: number; widthPx: number; heightMaxPx: number },
    read: () => Promise<Uint8Array>,
  ): Promise<PagePicture | null>
  close(): Promise<void>
}

/** The processes that share this one's port. What they are told is a hint: it may come late or never. */
export type Siblings = {
  tell(topic: string, text: string): void
  on(topic: string, listen: (text: string) => void): void
}

/** Takes work that nobody waits for, and does it once the answer has gone. */
export type Later = (work: () => Promise<void>) => Promise<void>
