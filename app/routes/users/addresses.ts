import { userList } from '../../domain/users/input'

/** The users list as it was before the dialog or the page at this address. */
export const userListUnder = (url: URL): string => userList.href(userList.read(url))

/** A user's page, perhaps with a dialog over it, with the list's search params to come back to. */
export const userAddress = (id: string, listSearch: string, dialog?: string): string =>
  `${userList.path}${id}${dialog ? `/${dialog}` : ''}${listSearch}`
