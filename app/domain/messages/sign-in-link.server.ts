import { href } from '../../addresses'
import { LANGUAGE_PARAM } from '../../i18n/languages'
import type { Services } from '../../services.server'
import type { Language } from '../../vocabulary'

/** Where to sign in, in the recipient's language: from then on that browser has the console in it. */
export const signInLink = ({ env }: Pick<Services, 'env'>, language: Language): string =>
  `${env.publicOrigin}${href('/sign-in')}?${LANGUAGE_PARAM}=${language}`
