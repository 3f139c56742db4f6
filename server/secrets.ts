import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** What is kept sealed; each use has a key of its own. */
export type SealedUse = 'security answer' | 'temporary password' | 'mail'

/** Keys of the site, one for each use, derived from one secret that never enters the database. */
export class Secrets {
  /** A key object, because a buffer costs 36 µs more at each of the two cursors of a page. */
  readonly #cursor: KeyObject
  readonly #sealing: Readonly<Record<SealedUse, Buffer>>
  readonly #email: Buffer

  constructor(secret: string) {
    const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'matnanum', use, 32))
    this.#cursor = createSecretKey(derive('cursor'))
    this.#sealing = {
      'security answer': derive('security answer'),
      'temporary password': derive('temporary password'),
      mail: derive('mail'),
    }
    this.#email = derive('e-mail bucket')
  }

  /** An opaque text of the value that cannot be made up outside. */
  sign(value: string): string {
    const body = Buffer.from(value, 'utf8')
    const mac = createHmac('sha256', this.#cursor).update(body).digest().subarray(0, 12)
    return Buffer.concat([mac, body]).toString('base64url')
  }

  /** The signed value, or null when the text is not one of ours. */
  verify(signed: string): string | null {
    const bytes = Buffer.from(signed, 'base64url')
    if (bytes.length < 13) return null
    const body = bytes.subarray(12)
    const mac = createHmac('sha256', this.#cursor).update(body).digest().subarray(0, 12)
    return timingSafeEqual(mac, bytes.subarray(0, 12)) ? body.toString('utf8') : null
  }

  /** AES-256-GCM: 12 bytes nonce, 16 bytes tag, ciphertext (decision D8). */
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

  /** A name for what counters count, from which no e-mail or network address can be read. */
  bucketName(counted: string): string {
    return createHmac('sha256', this.#email).update(counted).digest('base64url')
  }
}

/**
 * The site's secret: the configured one, or the one in `secret.key` of the data folder, made on first use (mode 0600).
 * Several machines must be given the same one, as SECRET_KEY.
 */
export async function loadSecrets(configured: string | null, dataDir: string): Promise<Secrets> {
  if (configured !== null) return new Secrets(configured)
  const file = path.join(dataDir, 'secret.key')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  try {
    await writeFile(file, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    await chmod(file, 0o600).catch(() => {})
  }
  return new Secrets((await readFile(file, 'utf8')).trim())
}
