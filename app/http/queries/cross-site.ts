const HERE = ['same-origin', 'none']

/**
 * True for a request that another site, or a neighbouring subdomain, makes with this browser's cookies. False for browsers that do
 * not send `Sec-Fetch-Site`.
 */
export const isCrossSite = ({ headers }: Pick<Request, 'headers'>): boolean =>
  !HERE.includes(headers.get('sec-fetch-site') ?? 'none')
