export const isModeChangeAddress = (url: URL): boolean => url.pathname.startsWith('/verifications/mode-changes/')

/** The page under a dialog: one step up, with the same search params. */
export const addressUnder = (url: URL): string => url.pathname.replace(/\/[^/]*\/?$/, '') + url.search
