import { href } from 'react-router'
import { inviteList } from '../../domain/invites/invite-list'
import { selectedIds } from '../../domain/invites/invites-to-delete'

const stateIn = (url: URL): string => inviteList.search(inviteList.read(url))

/** The list under a dialog, with its filters; `select=all` is kept. */
export function listUnder(url: URL): string {
  const search = stateIn(url)
  const isAll = url.searchParams.get('select') === 'all'
  return `${inviteList.path}${search}${isAll ? `${search ? '&' : '?'}select=all` : ''}`
}

/** `listUnder`, with the selected codes still selected. */
export function listWithChosen(url: URL): string {
  const under = listUnder(url)
  const ids = selectedIds(url).map((id) => `id=${id}`)
  return ids.length > 0 ? `${under}${under.includes('?') ? '&' : '?'}${ids.join('&')}` : under
}

/** The dialog at `path` over the same list. */
export const dialogOver = (url: URL, path: string): string => path + stateIn(url)

/** The details of one invite, over the same list. */
export const inviteOver = (url: URL, id: string): string => dialogOver(url, href('/invites/:id', { id }))
