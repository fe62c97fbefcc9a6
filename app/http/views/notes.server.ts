import { randomUUID } from 'node:crypto'
import { href, type RouterContextProvider } from 'react-router'
import { languageContext, servicesContext } from '../../context'
import { can } from '../../domain/access'
import { mentionedIn } from '../../domain/notes/note'
import { listNotes } from '../../domain/notes/notes.server'
import { verificationPath } from '../../domain/verifications/queue/verification-list'
import { formatNumber } from '../../i18n/format'
import { relativeMoment } from '../../i18n/moment'
import { restoreDraft } from '../forms/form-action.server'
import { actorOf, permit } from '../sign-in/permit.server'
import { pagePath } from '../sign-in/safe-redirect'

type Beside = {
  organizationId: string
  /** The application whose page this is. */
  verificationId?: string
  /** The page that shows the notes, to return to. */
  from: string
  /** How many of the newest notes to show; all when not given. */
  atMost?: number
}

/** Returns the notes panel of a page for one reader; null when they may not read notes or there is no such organization. */
export async function readNotes(context: Readonly<RouterContextProvider>, beside: Beside) {
  const actor = actorOf(context)
  if (!can(actor, 'notes')) return null
  const { organizationId, verificationId, from, atMost } = beside
  const services = context.get(servicesContext)
  const found = await listNotes(services, permit(context, 'notes'), organizationId, { verificationId, atMost })
  if (!found) return null
  const language = context.get(languageContext)
  const now = services.now()
  const moment = (at: Date) => relativeMoment(at, now, language, actor.timeZone)
  const back = `?${new URLSearchParams({ from })}`
  return {
    /** Where a new note is posted, and its draft kept. */
    address: found.address,
    addHref: found.address + back,
    allHref: `${href('/organizations/:id', { id: organizationId })}?tab=notes`,
    /** Names the form, so that it takes effect once. */
    id: randomUUID(),
    verificationId: verificationId ?? null,
    /** The draft that was begun here and not sent. */
    restored: await restoreDraft(context, found.begun),
    organizationName: found.organizationName,
    people: found.people,
    total: formatNumber(found.total, language),
    isCut: found.total > found.notes.length,
    hasShortcuts: actor.hasShortcuts,
    notes: found.notes.map((note) => ({
      id: note.id,
      text: note.text,
      authorName: note.authorName,
      at: moment(note.createdAt),
      isEdited: note.editedAt !== null,
      isPinned: note.isPinned,
      mayPin: note.mayPin,
      application:
        note.verificationId && note.verificationType && note.verificationId !== verificationId
          ? {
              href: verificationPath({ id: note.verificationId, type: note.verificationType }),
              type: note.verificationType,
            }
          : null,
      /** People mentioned whose names are not in the text. */
      mentioned: note.mentions
        .filter(({ id }) => !mentionedIn(note.text, note.mentions).some((named) => named.id === id))
        .map(({ name }) => name),
      href: href('/organizations/:id/notes/:noteId', { id: organizationId, noteId: note.id }) + back,
      mayEdit: note.mayEdit,
    })),
  }
}

/** The page that a notes form came from: one of an organization or an application, else the organization's notes. */
export function cameFromPage(from: unknown, organizationId: string): string {
  const path = pagePath(typeof from === 'string' ? from : null)
  return /^\/(organizations|verifications)\//.test(path)
    ? path
    : `${href('/organizations/:id', { id: organizationId })}?tab=notes`
}
