import { href } from '../../addresses'

/** Where a partner reads how the named application stands; the one that they ask about where none is. */
export const statusAddress = (organizationId: string, application: string | null = null): string =>
  href('/organizations/:organizationId/verification-status', { organizationId }) +
  (application ? `?application=${encodeURIComponent(application)}` : '')

/** The application that an address names. */
export const applicationIn = ({ searchParams }: URL): string | null => searchParams.get('application')
