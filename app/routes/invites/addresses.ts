import { inviteList } from '../../domain/invites/input'

const stateIn = (url: URL): string => inviteList.search(inviteList.read(url))

/** The list under a dialog, with what it is narrowed by; `select=all` stays chosen. */
export function listUnder(url: URL): string {
  const search = stateIn(url)
  const isAll = url.searchParams.get('select') === 'all'
  return `${inviteList.path}${search}${isAll ? `${search ? '&' : '?'}select=all` : ''}`
}

/** A dialog over the same list. */
export const dialogOver = (url: URL, dialog: string): string => `${inviteList.path}${dialog}${stateIn(url)}`
