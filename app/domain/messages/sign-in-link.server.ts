import { href } from '../../addresses'
import { LANGUAGE_PARAM } from '../../i18n/languages'
import type { Services } from '../../services.server'
import type { Language } from '../../vocabulary'

/** The sign-in page in the recipient's language, which the browser then keeps for the console. */
export const signInLink = ({ env }: Pick<Services, 'env'>, language: Language): string =>
  `${env.publicOrigin}${href('/sign-in')}?${LANGUAGE_PARAM}=${language}`
