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
  /** The sign-in code in the text, for providers that want it separately. */
  code?: string
  /** How long it is still worth delivering. */
  liveMs?: number
}

/** Delivers through a message provider. Rejects when the provider refuses or does not answer in time; stops when aborted. */
export type MessageGateway = {
  deliver(message: OutgoingMessage, signal?: AbortSignal): Promise<void>
  /** For providers that report what became of a message. `forged` when the provider did not sign it. */
  readNotice?(posted: PostedNotice): DeliveryNotice | 'forged'
}

/** What somebody posted to `/notices/{channel}/{messageId}`; `form` in the order of its fields. */
export type PostedNotice = { path: string; form: readonly [name: string, value: string][]; headers: Headers }

/** What has become so far of a message that the provider took; `reason` holds the provider's code. */
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
  /** Receives a stream; a stream that breaks, a full disk or more than `limitBytes` leaves nothing behind. */
  receive(content: AsyncIterable<Uint8Array>, limitBytes: number): Promise<IncomingFile | 'too-large'>
  /** Removes partly received files on this machine whose process is gone. */
  removeAbandoned(): Promise<void>
  remove(key: string): Promise<void>
  has(key: string): Promise<boolean>
  /** Every kept file, in no order. */
  list(): AsyncIterable<{ key: string; keptAt: Date }>
  /** The owner of the files, as recorded beside them; null when none is. */
  readOwner(): Promise<string | null>
  writeOwner(owner: string): Promise<void>
}

/** A virus scanner. Returns what it found, null for a clean file; rejects without a verdict. Reads the content to its end or cancels it. */
export type Scanner = { scan(content: ReadableStream<Uint8Array>): Promise<string | null> }

/** The document store cannot be asked now; trying again in a while may help. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreAway'

  constructor(what: string, options?: ErrorOptions) {
    super(`The document store ${what}`, options)
  }
}

/** Where signed heads of the audit log are kept. `read` returns lines, oldest first; null where they cannot be read back. */
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
    /** Reports with the same fingerprint are grouped; without one the tracker groups by the place in the code. */
    fingerprint?: readonly string[]
  }): void
  flush(timeoutMs: number): Promise<void>
}

export type CodeOutcome = 'queued' | 'countdown' | 'limit' | 'invite' | 'budget' | 'wrong'
/** `returned`: the provider took it, and reports later that it did not arrive. */
export type MessageOutcome = 'sent' | 'postponed' | 'given-up' | 'returned'

/** Observations for figures. Every word is from a closed list: never a person, number, address or id. */
export type Observation =
  | { of: 'limit'; limit: string; waitMs: number }
  | { of: 'code'; purpose: CodePurpose; outcome: CodeOutcome }
  | { of: 'message'; channel: MessageChannel; outcome: MessageOutcome }
  | { of: 'job'; name: string; ms: number; isDone: boolean }

/** Collects what happened, for figures of the console as a whole. `note` never throws and never waits. */
export type Meter = {
  note(observed: Observation): void
  on(listen: (observed: Observation) => void): void
}

/** Pages of a document below each other, as one PNG. `count` is all pages of the document, `drawn` those in the picture. */
export type PagePicture = { picture: Uint8Array; widthPx: number; heightPx: number; count: number; drawn: number }

/** Draws the pages of PDF documents. */
export type PdfPages = {
  /**
   * Draws from page `from` on, counted from 0. Null for what is not a PDF, cannot be drawn in time, or has no such page. `key` names
   * the file, whose bytes are read only if they were not drawn lately. Files of different `group`s take turns.
   */
  draw(
    key: string,
    asked: { group: string; from: number; atMost: number; widthPx: number; heightMaxPx: number },
    read: () => Promise<Uint8Array>,
  ): Promise<PagePicture | null>
  close(): Promise<void>
}

/** The processes that share this one's port. A message to them is a hint: it may come late or never. */
export type Siblings = {
  tell(topic: string, text: string): void
  on(topic: string, listen: (text: string) => void): void
}

/** Takes work that nobody waits for, and does it after the answer was sent. */
export type RunInBackground = (work: () => Promise<void>) => Promise<void>
