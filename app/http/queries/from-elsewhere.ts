const HERE = ['same-origin', 'none']

/**
 * True for what another site opens with the cookies of whoever is before it, a neighbour under the same domain too. Browsers that
 * do not tell are let through.
 */
export const isFromElsewhere = ({ headers }: Pick<Request, 'headers'>): boolean =>
  !HERE.includes(headers.get('sec-fetch-site') ?? 'none')
