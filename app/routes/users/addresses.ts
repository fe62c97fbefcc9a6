import { href } from 'react-router'
import { userList } from '../../domain/users/user-list'
import type { UserAction } from '../../domain/users/user-actions'
import type { DataRequestKind } from '../../vocabulary'

/** The users list in the state that this dialog's or page's address holds. */
export const userListUnder = (url: URL): string => userList.href(userList.read(url))

/** A user's page, optionally with an action's dialog over it, with the list's search params to return to. */
export const userAddress = (id: string, listSearch: string, action?: UserAction | DataRequestKind | 'hold'): string =>
  (action ? href(`/users/:id/${action}`, { id }) : href('/users/:id', { id })) + listSearch

/** The file with the data kept about a person. */
export const dataFileAddress = (id: string): string => href('/users/:id/data', { id })
export const dataConfirmAddress = (id: string): string => href('/users/:id/data/confirm', { id })
