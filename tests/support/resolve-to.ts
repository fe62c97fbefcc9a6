import dns from 'node:dns'
import net from 'node:net'
import { onTestFinished, vi } from 'vitest'

type Found = { address: string; family: number }
type Give = (error: null, found: Found[] | string, family?: number) => void

/** Until the test ends, every host name resolves to these addresses, in this order. */
export function resolveTo(...addresses: string[]): void {
  const entry = (address: string): Found => ({ address, family: net.isIP(address) })
  const found = (name: string) => (net.isIP(name) ? [name] : addresses).map(entry)
  const firstOf = (name: string) => found(name)[0] ?? entry('')
  const lookup = vi.spyOn(dns, 'lookup')
  const promised = vi.spyOn(dns.promises, 'lookup')
  onTestFinished(() => {
    lookup.mockRestore()
    promised.mockRestore()
  })
  lookup.mockImplementation(((name: string, { all }: dns.LookupOptions, give: Give) =>
    process.nextTick(() =>
      all ? give(null, found(name)) : give(null, firstOf(name).address, firstOf(name).family),
    )) as never)
  promised.mockImplementation(((name: string, { order }: dns.LookupOptions = {}) => {
    const ofFour = order === 'ipv4first' && found(name).find(({ family }) => family === 4)
    return Promise.resolve(ofFour || firstOf(name))
  }) as never)
}
