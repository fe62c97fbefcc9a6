import net from 'node:net'

/** A lost packet of a connection is sent again after one second, and again two later. */
const ADDRESS_LIMIT_MS = 4_000

/**
 * Where a name has several addresses, Node leaves all but the last after 250 ms each: a way around the world takes longer, and
 * so does a moment in which this process has no time to see that it is connected.
 */
export function waitForEachAddress(): void {
  net.setDefaultAutoSelectFamilyAttemptTimeout(ADDRESS_LIMIT_MS)
}
