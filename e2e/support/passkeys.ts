import type { Page } from '@playwright/test'

/** A virtual authenticator in the browser that creates and uses passkeys, with the person already verified, as in CTAP2. */
export type Device = {
  /** Whether it answers by itself; `false` acts like a person who touches another device, or none. */
  answers: (does: boolean) => Promise<void>
  /** Whether it recognises the person. */
  recognises: (does: boolean) => Promise<void>
}

/** Adds a device to the browser of a page; `internal` is the computer itself, `usb` a key that is plugged in. */
export async function addDevice(page: Page, transport: 'internal' | 'usb' = 'internal'): Promise<Device> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    answers: async (enabled) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    recognises: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}
