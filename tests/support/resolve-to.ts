import dns from 'node:dns'
import net from 'node:net'
import { onTestFinished, vi } from 'vitest'

type Found = { address: string; family: number }
type Give = (error: null, found: Found[] | string, family?: number) => void

/** Until the test ends, every name has these addresses, in this order. */
export function resolveTo(...addresses: string[]): void {
  const found = addresses.map((address) => ({ address, family: net.isIP(address) }))
  const one = found[0] ?? { address: '', family: 0 }
  const lookup = vi.spyOn(dns, 'lookup')
  const promised = vi.spyOn(dns.promises, 'lookup')
  onTestFinished(() => {
    lookup.mockRestore()
    promised.mockRestore()
  })
  lookup.mockImplementation(((_name: string, { all }: dns.LookupOptions, give: Give) =>
    process.nextTick(() => (all ? give(null, found) : give(null, one.address, one.family)))) as never)
  promised.mockImplementation((() => Promise.resolve(one)) as never)
}
