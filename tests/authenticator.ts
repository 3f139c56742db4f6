import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'

type Options = { challenge: string; rp?: { id: string }; rpId?: string; user?: { id: string } }

/** Wrong values of a page, browser or authenticator. */
export type Lies = Partial<{
  origin: string
  rpId: string
  type: string
  challenge: string
  crossOrigin: boolean
  isVerified: boolean
  isPresent: boolean
  counter: number
  isBackupEligible: boolean
  isBackedUp: boolean
  userHandle: string | null
  id: string
  fmt: string
  attStmt: CborValue
  /** Whether a certificate of its maker attests it, with a valid signature. */
  isCertified: boolean
}>

const FLAGS = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, attested: 0x40 }

/** A passkey in software: answers the options of the API as a browser with an authenticator does, or with lies. */
export class Authenticator {
  readonly id = randomBytes(32)
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  userHandle: string | null = null
  counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Answer to the options of `beginPasskey`, as JSON. */
  create(optionsJson: string, lies: Lies = {}): string {
    const options = JSON.parse(optionsJson) as Options
    this.userHandle = options.user?.id ?? null
    const attested = Buffer.concat([Buffer.alloc(16), uint16(this.id.length), this.id, this.#coseKey()])
    const authData = Buffer.concat([this.#head(lies.rpId ?? options.rp?.id ?? '', FLAGS.attested, lies), attested])
    const clientData = this.#clientData('webauthn.create', options.challenge, lies)
    const attestation = new Map<CborKey, CborValue>([
      ['fmt', lies.fmt ?? 'none'],
      ['attStmt', lies.isCertified ? certify(authData, clientData) : (lies.attStmt ?? new Map())],
      ['authData', authData],
    ])
    return JSON.stringify({
      ...this.#ids(lies),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    })
  }

  /** Answer to the options of `beginPasskeyLogin` or `beginPasskeyProof`, as JSON. */
  get(optionsJson: string, lies: Lies = {}): string {
    const options = JSON.parse(optionsJson) as Options
    const authData = this.#head(lies.rpId ?? options.rpId ?? '', 0, lies)
    const clientData = this.#clientData('webauthn.get', options.challenge, lies)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return JSON.stringify({
      ...this.#ids(lies),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#pair.privateKey).toString('base64url'),
        userHandle: lies.userHandle === undefined ? this.userHandle : lies.userHandle,
      },
    })
  }

  #ids({ id = this.id.toString('base64url') }: Lies) {
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
  }

  #clientData(type: string, challenge: string, lies: Lies): Buffer {
    const { origin = this.#origin, crossOrigin = false } = lies
    return Buffer.from(
      JSON.stringify({ type: lies.type ?? type, challenge: lies.challenge ?? challenge, origin, crossOrigin }),
    )
  }

  #head(rpId: string, more: number, lies: Lies): Buffer {
    const { isVerified = true, isPresent = true, isBackupEligible = true, isBackedUp = isBackupEligible } = lies
    const flags =
      more |
      (isPresent ? FLAGS.present : 0) |
      (isVerified ? FLAGS.verified : 0) |
      (isBackupEligible ? FLAGS.eligible : 0) |
      (isBackedUp ? FLAGS.backedUp : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(lies.counter ?? this.counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(flags), counter])
  }

  /** RFC 9053: an ES256 key on the curve P-256. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#pair.publicKey.export({ format: 'jwk' })
    return cbor(
      new Map<CborKey, CborValue>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
  }
}

/** Statement of the format 'packed', signed with an unknown maker's certificate. */
function certify(authData: Buffer, clientData: Buffer): CborValue {
  const file = new URL('fixtures/authenticator-certificate.json', import.meta.url)
  const { certificate, privateKey } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const key = createPrivateKey({ key: Buffer.from(privateKey ?? '', 'base64'), format: 'der', type: 'pkcs8' })
  const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
  return new Map<CborKey, CborValue>([
    ['alg', -7],
    ['sig', sign('sha256', signed, key)],
    ['x5c', [Buffer.from(certificate ?? '', 'base64')]],
  ])
}

type CborKey = string | number
export type CborValue = number | string | Buffer | CborValue[] | Map<CborKey, CborValue>

/** RFC 8949, as far as an authenticator needs it. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? header(1, -1 - value) : header(0, value)
  if (typeof value === 'string') return Buffer.concat([header(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([header(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([header(4, value.length), ...value.map(cbor)])
  return Buffer.concat([header(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)])])
}

function header(major: number, count: number): Buffer {
  if (count < 24) return Buffer.of((major << 5) | count)
  return count < 256
    ? Buffer.of((major << 5) | 24, count)
    : Buffer.concat([Buffer.of((major << 5) | 25), uint16(count)])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
