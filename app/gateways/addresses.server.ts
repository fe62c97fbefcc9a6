import { AsyncResource } from 'node:async_hooks'
import dns from 'node:dns'
import net from 'node:net'

/** A lost packet of a new connection is sent again after one second, and once more two seconds later. */
const ADDRESS_LIMIT_MS = 4_000

/**
 * When a host has several addresses, Node gives up on all but the last after 250 ms each: a way around the world takes longer, and so
 * does a moment in which this process is too busy to see that it is connected.
 */
export function waitForEachAddress(): void {
  net.setDefaultAutoSelectFamilyAttemptTimeout(ADDRESS_LIMIT_MS)
}

type Give = (...found: unknown[]) => void
type Lookup = (name: string, options: object, give: Give) => void

const sharing = new WeakSet<object>()

/**
 * Callers who ask for a name that is being looked up share that lookup. Half of the threads of a process look up names, further lookups
 * queue for them, and none can be aborted: without this, messages to a provider whose name is not found for a while would keep us from
 * finding the database.
 */
export function shareDnsLookups(): void {
  const lookUp = dns.lookup
  if (sharing.has(lookUp)) return
  const waiting = new Map<string, Give[]>()
  const together: Lookup = (name, options, give) => {
    if (typeof options !== 'object') return Reflect.apply(lookUp, dns, [name, options, give])
    const asked = JSON.stringify([name, options])
    const all = waiting.get(asked) ?? []
    all.push(AsyncResource.bind(give))
    if (all.length > 1) return
    Reflect.apply(lookUp, dns, [
      name,
      options,
      (...found: unknown[]) => {
        waiting.delete(asked)
        for (const one of all) process.nextTick(one, ...found)
      },
    ])
    waiting.set(asked, all)
  }
  dns.lookup = Object.defineProperties(together, Object.getOwnPropertyDescriptors(lookUp)) as typeof dns.lookup
  sharing.add(dns.lookup)
}
