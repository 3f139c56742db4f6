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

/** Uses of encryption, each with a key of its own. */
export type SealedUse =
  | 'security answer'
  | 'temporary password'
  | 'mail'
  | 'two-step key'
  | 'two-step setup'
  | 'webhook'
  | 'login at a provider'
  | 'pending login'

/** Each use has a key of its own, so that a text of one use is invalid for another. */
export type SignedUse =
  | 'cursor'
  | 'known device'
  | 'position of a write'
  | 'end of weekly mails'
  | 'passkey challenge'
  | 'half login'
  | 'export of a member'

/** Uses of fingerprints, which are keyed hashes by which a value is recognised. */
export type FingerprintUse = 'password of a device' | 'password of a half login' | 'sent mail'

/** Signs, encrypts and hashes texts with keys that are derived from the secret of the site. */
export class Secrets {
  /** Key objects, because buffers are slow as keys. */
  readonly #signing: Readonly<Record<SignedUse | FingerprintUse, KeyObject>>
  readonly #sealing: Readonly<Record<SealedUse, Buffer>>
  readonly #email: Buffer
  /** Identity of this site for push services (RFC 8292), in base64url. */
  readonly vapid: Readonly<{ publicKey: string; privateKey: string }>
  /** Stored in the database to recognise a wrong secret. */
  readonly checkValue: Buffer
  /** Keys of the former secret: what was made with them is still accepted, but nothing new is made with them. */
  readonly former: Secrets | null

  constructor(secret: string, former: string | null = null) {
    this.former = former === null || former === secret ? null : new Secrets(former)
    const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'matnanum', use, 32))
    this.#signing = {
      cursor: createSecretKey(derive('cursor')),
      'known device': createSecretKey(derive('known device')),
      'position of a write': createSecretKey(derive('position of a write')),
      'end of weekly mails': createSecretKey(derive('end of weekly mails')),
      'passkey challenge': createSecretKey(derive('passkey challenge')),
      'half login': createSecretKey(derive('half login')),
      'export of a member': createSecretKey(derive('export of a member')),
      'password of a device': createSecretKey(derive('password of a device')),
      'password of a half login': createSecretKey(derive('password of a half login')),
      'sent mail': createSecretKey(derive('sent mail')),
    }
    this.#sealing = {
      'security answer': derive('security answer'),
      'temporary password': derive('temporary password'),
      mail: derive('mail'),
      'two-step key': derive('two-step key'),
      'two-step setup': derive('two-step setup'),
      webhook: derive('webhook'),
      'login at a provider': derive('login at a provider'),
      'pending login': derive('pending login'),
    }
    this.#email = derive('e-mail bucket')
    this.checkValue = derive('check value')
    this.vapid = keyPair(derive('push'))
  }

  /** URL-safe text of the value, which stays readable, with a signature. */
  sign(value: string, use: SignedUse): string {
    const body = Buffer.from(value, 'utf8')
    return Buffer.concat([this.#mac(body, use), body]).toString('base64url')
  }

  verify(signed: string, use: SignedUse): string | null {
    return this.#verifyOwn(signed, use) ?? this.former?.verify(signed, use) ?? null
  }

  #verifyOwn(signed: string, use: SignedUse): string | null {
    const bytes = Buffer.from(signed, 'base64url')
    // Refuses other spellings of the same bytes, so that a text that works once cannot be used again in another one.
    if (bytes.length < 13 || bytes.toString('base64url') !== signed) return null
    const body = bytes.subarray(12)
    return timingSafeEqual(this.#mac(body, use), bytes.subarray(0, 12)) ? body.toString('utf8') : null
  }

  fingerprint(value: string, use: FingerprintUse): string {
    return this.#mac(Buffer.from(value, 'utf8'), use).toString('base64url')
  }

  isFingerprint(fingerprint: string | undefined, value: string, use: FingerprintUse): boolean {
    return this.fingerprint(value, use) === fingerprint || this.former?.fingerprint(value, use) === fingerprint
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
    if (this.former === null || this.isOwn(sealed, use)) return this.#openOwn(sealed, use)
    return this.former.open(sealed, use)
  }

  #openOwn(sealed: Buffer, use: SealedUse): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#sealing[use], sealed.subarray(0, 12))
    decipher.setAuthTag(sealed.subarray(12, 28))
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
  }

  /** Whether the bytes were sealed with this secret, not the former one. */
  isOwn(sealed: Buffer, use: SealedUse): boolean {
    try {
      this.#openOwn(sealed, use)
      return true
    } catch {
      return false
    }
  }

  canOpen(sealed: Buffer, use: SealedUse): boolean {
    return this.isOwn(sealed, use) || this.former?.canOpen(sealed, use) === true
  }

  /** Whether a check value is that of this secret or of the former one. */
  knows(checkValue: Buffer): boolean {
    return this.checkValue.equals(checkValue) || this.former?.knows(checkValue) === true
  }

  /** Name of a counter: a hash, which reveals no e-mail or network address. */
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
export function isLongEnoughSecret(text: string): boolean {
  return text.replace(/\p{Cc}/gu, '').trim().length >= SHORTEST
}

/** Settings that say where the secret and the former one are. */
export type SecretSettings = Readonly<{ secretKey: string | null; secretKeyOld?: string | null; dataDir: string }>

/**
 * Reads SECRET_KEY, which several machines need, or `secret.key` of the data folder; null without one. The former
 * secret is SECRET_KEY_OLD or `secret.key.old`.
 * @throws {StartError} for one that is too short
 */
export async function readSecrets(place: SecretSettings): Promise<Secrets | null> {
  const { secret, former } = await readSecretTexts(place)
  return secret === null ? null : new Secrets(secret, former)
}

/** The secrets themselves, for a backup. @throws {StartError} for one that is too short */
export async function readSecretTexts({ secretKey, secretKeyOld = null, dataDir }: SecretSettings) {
  return {
    secret: secretKey ?? (await readKeyFile(path.join(dataDir, KEY_FILE))),
    former: secretKeyOld ?? (await readKeyFile(path.join(dataDir, FORMER_KEY_FILE))),
  }
}

async function readKeyFile(file: string): Promise<string | null> {
  try {
    const text = (await readFile(file, 'utf8')).trim()
    await chmod(file, 0o600).catch(() => {})
    requireLongEnoughSecret(text, file)
    return text
  } catch (error) {
    // A path that is no folder is reported where the data folder is opened.
    if (!['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) throw error
    return null
  }
}

/** Names of the secrets' files in the data folder and in backups. */
export const KEY_FILE = 'secret.key'
export const FORMER_KEY_FILE = 'secret.key.old'

/** @throws {StartError} */
export function requireLongEnoughSecret(text: string, file: string): void {
  if (isLongEnoughSecret(text)) return
  throw new StartError(
    `The key in ${file} has fewer than ${SHORTEST} characters, so it is not whole: put the one of a backup back. ` +
      'If the site has no data yet, remove the file, and the next start makes a new one. Nothing was changed.',
  )
}

/**
 * Stores a new secret as `secret.key` in the data folder, or uses the existing one.
 * @throws {StartError} for one that is too short
 */
export async function makeSecrets(dataDir: string, secretKeyOld: string | null = null): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = path.join(dataDir, KEY_FILE)
  await createFile(file, `${randomBytes(32).toString('base64url')}\n`)
  const made = await readSecrets({ secretKey: null, secretKeyOld, dataDir })
  if (made === null) throw new StartError(`${file} was removed while the site started.`)
  return made
}
