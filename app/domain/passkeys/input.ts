import { z } from 'zod'
import { PASSKEY_NAME_MAX_LENGTH } from './passkey'

const LONGEST = 10_000
const base64url = z
  .string()
  .max(LONGEST)
  .regex(/^[A-Za-z0-9_-]*$/)

const json = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .string()
    .max(LONGEST)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: 'json' })
        return z.NEVER
      }
    })
    .pipe(shape)

const credential = {
  id: base64url.min(1),
  rawId: base64url.min(1),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).transform(() => ({})),
}

/** The browser's response after creating a passkey (WebAuthn, RegistrationResponseJSON). */
const registration = json(
  z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(z.string().max(20)).max(10).default([]),
    }),
  }),
)

/** The browser's response after using a passkey (WebAuthn, AuthenticationResponseJSON). */
export const assertionInput = json(
  z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.optional(),
    }),
  }),
)

/** The form that adds a passkey; `registration` is null when the browser's response is invalid. */
export const addPasskeyInput = z.object({
  name: z
    .string()
    .transform((typed) =>
      typed
        .normalize('NFC')
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim(),
    )
    .pipe(z.string().min(1, 'common:error.required').max(PASSKEY_NAME_MAX_LENGTH, 'views:error.name')),
  registration: registration.nullable().catch(null),
})

export type Registration = z.output<typeof registration>
export type Assertion = z.output<typeof assertionInput>
