import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const CREDENTIAL_ATTACHED = 0x40

type Circumstances = { origin?: string; rpId?: string; isVerified?: boolean; counter?: number }

/** A passkey as a device keeps it, in software: real keys, CBOR, COSE and signatures (WebAuthn Level 3). */
export class Authenticator {
  readonly id = randomBytes(16)
  counter = 0
  private userHandle = Buffer.alloc(0)
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  })

  constructor(
    private readonly origin = 'http://localhost:3000',
    private readonly rpId = 'localhost',
  ) {}

  /** Makes the credential that the options ask for. */
  register(options: { challenge: string; user: { id: string } }, how: Circumstances = {}) {
    this.userHandle = Buffer.from(options.user.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const attached = Buffer.concat([Buffer.alloc(16), length, this.id, this.coseKey()])
    const authData = Buffer.concat([this.authData(how, CREDENTIAL_ATTACHED), attached])
    const attestation = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(authData)],
    ])
    return {
      ...this.named(),
      response: {
        clientDataJSON: this.clientData('webauthn.create', options.challenge, how).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Answers the challenge of the options with a signature. */
  answer(options: { challenge: string }, how: Circumstances = {}) {
    const authData = this.authData(how)
    const clientData = this.clientData('webauthn.get', options.challenge, how)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return {
      ...this.named(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(this.keys.privateKey).toString('base64url'),
        userHandle: this.userHandle.toString('base64url'),
      },
    }
  }

  private named() {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
  }

  private authData({ rpId = this.rpId, isVerified = true, counter }: Circumstances, more = 0): Buffer {
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | more
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? ++this.counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count])
  }

  private clientData(type: string, challenge: string, { origin = this.origin }: Circumstances): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  /** Key type 2 (EC2), algorithm -7 (ES256), curve 1 (P-256), and the point. */
  private coseKey(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    return cborMap([
      [cborInteger(1), cborInteger(2)],
      [cborInteger(3), cborInteger(-7)],
      [cborInteger(-1), cborInteger(1)],
      [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
    ])
  }
}

/** The first bytes of a CBOR item: its major type and its length or value (RFC 8949). */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}
const cborInteger = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string) => Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)])
const cborMap = (entries: [Buffer, Buffer][]) => Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
