import { expect, it } from 'vitest'
import { servedAddress } from '../../app/ui/frame/network/served-address'

it.each([
  ['/users//role', '/users/role'],
  ['/users///role//?q=a//b#c//d', '/users/role/?q=a//b#c//d'],
  ['/users/1/role', '/users/1/role'],
])('%s is served as the address %s', (address, served) => {
  expect(servedAddress(new URL(address, 'http://localhost') as unknown as Location)).toBe(served)
})
