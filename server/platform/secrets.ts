import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { createFile } from './lasting-file.ts'
import { StartError } from './start-error.ts'

export type SealedUse = 'security answer' | 'temporary password' | 'mail' | 'webhook'

/** Each use has a key, so that a text of one use is invalid for another. */
export type SignedUse =
  | 'cursor'
  | 'known device'
  | 'position of a write'
  | 'end of weekly mails'
  | 'passkey challenge'
  | 'export of a member'

export type FingerprintUse = 'password of a device'

export class Secrets {
  /** Key objects, because buffers are slow as keys. */
  readonly #signing: Readonly<Record<SignedUse | FingerprintUse, KeyObject>>
  readonly #sealing: Readonly<Record<SealedUse, Buffer>>
  readonly #email: Buffer
  /** Identity of this site for push services (RFC 8292), in base64url. */
  readonly vapid: Readonly<{ publicKey: string; privateKey: string }>
  /** Stored in the database to recognise a wrong secret. */
  readonly checkValue: Buffer

  constructor(secret: string) {
    const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'matnanum', use, 32))
    this.#signing = {
      cursor: createSecretKey(derive('cursor')),
      'known device': createSecretKey(derive('known device')),
      'position of a write': createSecretKey(derive('position of a write')),
      'end of weekly mails': createSecretKey(derive('end of weekly mails')),
      'passkey challenge': createSecretKey(derive('passkey challenge')),
      'export of a member': createSecretKey(derive('export of a member')),
      'password of a device': createSecretKey(derive('password of a device')),
    }
    this.#sealing = {
      'security answer': derive('security answer'),
      'temporary password': derive('temporary password'),
      mail: derive('mail'),
      webhook: derive('webhook'),
    }
    this.#email = derive('e-mail bucket')
    this.checkValue = derive('check value')
    this.vapid = keyPair(derive('push'))
  }

  /** Opaque text of the value with a signature. */
  sign(value: string, use: SignedUse): string {
    const body = Buffer.from(value, 'utf8')
    return Buffer.concat([this.#mac(body, use), body]).toString('base64url')
  }

  verify(signed: string, use: SignedUse): string | null {
    const bytes = Buffer.from(signed, 'base64url')
    if (bytes.length < 13) return null
    const body = bytes.subarray(12)
    return timingSafeEqual(this.#mac(body, use), bytes.subarray(0, 12)) ? body.toString('utf8') : null
  }

  fingerprint(value: string, use: FingerprintUse): string {
    return this.#mac(Buffer.from(value, 'utf8'), use).toString('base64url')
  }

  #mac(body: Buffer, use: SignedUse | FingerprintUse): Buffer {
    return createHmac('sha256', this.#signing[use]).update(body).digest().subarray(0, 12)
  }

  /** AES-256-GCM: 12 bytes nonce, 16 bytes tag, ciphertext. */
  seal(text: string, use: SealedUse): Buffer {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#sealing[use], nonce)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  }

  /** @throws when the bytes were sealed with another key or changed. */
  open(sealed: Buffer, use: SealedUse): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#sealing[use], sealed.subarray(0, 12))
    decipher.setAuthTag(sealed.subarray(12, 28))
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
  }

  canOpen(sealed: Buffer, use: SealedUse): boolean {
    try {
      this.open(sealed, use)
      return true
    } catch {
      return false
    }
  }

  /** Key of a counter, which reveals no e-mail or network address. */
  bucketName(counted: string): string {
    return createHmac('sha256', this.#email).update(counted).digest('base64url')
  }
}

/** All but one in 2^32 texts of this length are keys on the curve P-256. */
function keyPair(secret: Buffer): Secrets['vapid'] {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}

const SHORTEST = 32

/** Whether a text is long enough for a key. A crash or a full disk may leave an empty, truncated or zero file. */
export function isSecret(text: string): boolean {
  return text.replace(/\p{Cc}/gu, '').trim().length >= SHORTEST
}

/**
 * Reads SECRET_KEY, which several machines need, or `secret.key` of the data folder; null without one.
 * @throws {StartError} for one that is too short
 */
export async function readSecrets(configured: string | null, dataDir: string): Promise<Secrets | null> {
  const text = await readSecretText(configured, dataDir)
  return text === null ? null : new Secrets(text)
}

/** The secret itself, for a backup. @throws {StartError} for one that is too short */
export async function readSecretText(configured: string | null, dataDir: string): Promise<string | null> {
  if (configured !== null) return configured
  try {
    const text = (await readFile(fileIn(dataDir), 'utf8')).trim()
    await chmod(fileIn(dataDir), 0o600).catch(() => {})
    requireSecret(text, fileIn(dataDir))
    return text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

/** @throws {StartError} */
export function requireSecret(text: string, file: string): void {
  if (isSecret(text)) return
  throw new StartError(
    `The key in ${file} has fewer than ${SHORTEST} characters, so it is not whole: put the one of a backup back. ` +
      'If the site has no data yet, remove the file, and the next start makes a new one. Nothing was changed.',
  )
}

/**
 * Stores a new secret as `secret.key` in the data folder, or uses the existing one.
 * @throws {StartError} for one that is too short
 */
export async function makeSecrets(dataDir: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await createFile(fileIn(dataDir), `${randomBytes(32).toString('base64url')}\n`)
  const made = await readSecrets(null, dataDir)
  if (made === null) throw new StartError(`${fileIn(dataDir)} was removed while the site started.`)
  return made
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, 'secret.key')
}
