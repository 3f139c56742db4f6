import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import {
  Decrypter,
  Encrypter,
  generateX25519Identity,
  type Identity,
  identityToRecipient,
  type Recipient,
  Stanza,
} from 'age-encryption'
import { createFile } from '../lasting-file.ts'
import { StartError } from '../start-error.ts'

/** First bytes of a file in the format of age (https://age-encryption.org/v1). */
export const AGE_HEADER = Buffer.from('age-encryption.org/v1\n')

/** Base-2 logarithm of scrypt's N: 16 takes 64 MB and a fifth of a second; the program age writes 18. */
const WORK = 16
const MOST_WORK = 18

const LABEL = Buffer.from('age-encryption.org/v1/scrypt')

/**
 * The recipient 'scrypt' of age. The library's own blocks the process for a second; this one derives the key in a
 * thread of Node.
 */
class Passphrase implements Recipient, Identity {
  readonly #text: string
  /** Whether decrypting failed because the file has another passphrase. */
  isWrong = false

  constructor(text: string) {
    this.#text = text
  }

  async wrapFileKey(fileKey: Uint8Array): Promise<Stanza[]> {
    const salt = randomBytes(16)
    const cipher = createCipheriv(CIPHER, await this.#keyOf(salt, WORK), NONCE, { authTagLength: TAG })
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
    return [new Stanza(['scrypt', unpadded(salt), String(WORK)], body)]
  }

  async unwrapFileKey(stanzas: Stanza[]): Promise<Uint8Array | null> {
    const [stanza, ...others] = stanzas
    const [type, salt = '', work = ''] = stanza?.args ?? []
    if (stanza === undefined || type !== 'scrypt' || others.length > 0) return null
    const bytes = Buffer.from(salt, 'base64')
    if (bytes.length !== 16 || stanza.body.length !== 16 + TAG || !/^[1-9]\d?$/.test(work)) return null
    if (Number(work) > MOST_WORK) return null
    const body = Buffer.from(stanza.body)
    const decipher = createDecipheriv(CIPHER, await this.#keyOf(bytes, Number(work)), NONCE, { authTagLength: TAG })
    decipher.setAuthTag(body.subarray(-TAG))
    try {
      return Buffer.concat([decipher.update(body.subarray(0, -TAG)), decipher.final()])
    } catch {
      this.isWrong = true
      return null
    }
  }

  #keyOf(salt: Uint8Array, work: number): Promise<Buffer> {
    const cost = { N: 2 ** work, r: 8, p: 1, maxmem: 2 ** work * 1024 + 1024 * 1024 }
    return derive(this.#text, Buffer.concat([LABEL, salt]), 32, cost)
  }
}

const CIPHER = 'chacha20-poly1305'
const NONCE = Buffer.alloc(12)
const TAG = 16

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** Encrypts a stream in the format of age, chunk by chunk. */
export async function* encrypt(content: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(new Passphrase(passphrase))
  yield* await encrypter.encrypt(streamOf(content))
}

/**
 * @param file name of the encrypted file, for messages.
 * @throws {StartError} without the passphrase that it was encrypted with
 */
export async function* decrypt(
  content: AsyncIterable<Uint8Array>,
  passphrase: string | null,
  file: string,
): AsyncGenerator<Uint8Array> {
  if (passphrase === null)
    throw new StartError(`${file} is encrypted: set BACKUP_PASSPHRASE to the passphrase that it was made with.`)
  const identity = new Passphrase(passphrase)
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const plain = await decrypter.decrypt(streamOf(content)).catch((error: unknown) => {
    if (!identity.isWrong) throw error
    throw new StartError(`${file} is encrypted with another passphrase than that of BACKUP_PASSPHRASE.`)
  })
  yield* plain
}

type Bytes = globalThis.ReadableStream<Uint8Array>

function streamOf(content: AsyncIterable<Uint8Array>): Bytes {
  return ReadableStream.from(content) as unknown as Bytes
}

/**
 * Key pair that encrypts what several backups share: pictures, and segments of the log. It is used instead of the
 * passphrase, from which deriving a key takes a fifth of a second per file. Every backup contains it, encrypted, so the
 * passphrase opens all.
 */
export class SharedKey {
  readonly identity: string
  readonly #recipient: string

  private constructor(identity: string, recipient: string) {
    this.identity = identity
    this.#recipient = recipient
  }

  static async of(identity: string): Promise<SharedKey> {
    return new SharedKey(identity, await identityToRecipient(identity))
  }

  /** Reads the data folder's key, or makes one. After a change of the key the next backup copies all pictures again. */
  static async open(dataDir: string): Promise<SharedKey> {
    const file = path.join(dataDir, 'backup-pictures.key')
    const read = () => readFile(file, 'utf8').catch(() => null)
    const found = await read()
    if (found !== null) return SharedKey.of(found.trim())
    await createFile(file, `${await generateX25519Identity()}\n`)
    return SharedKey.of(((await read()) ?? '').trim())
  }

  /** Short hash of the public key; names the folder of the pictures that it encrypts. */
  get id(): string {
    return createHash('sha256').update(this.#recipient).digest('hex').slice(0, 8)
  }

  encrypt(bytes: Uint8Array): Promise<Uint8Array> {
    const encrypter = new Encrypter()
    encrypter.addRecipient(this.#recipient)
    return encrypter.encrypt(bytes)
  }

  decrypt(bytes: Uint8Array): Promise<Uint8Array> {
    const decrypter = new Decrypter()
    decrypter.addIdentity(this.identity)
    return decrypter.decrypt(bytes)
  }
}
