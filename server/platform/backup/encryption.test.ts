import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Decrypter, Encrypter } from 'age-encryption'
import { expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { decrypt, encrypt } from './encryption.ts'

const PASSPHRASE = 'four words that rhyme'
const CONTENT = Buffer.alloc(200_000, '맛나눔')

const encrypted = () =>
  buffer(encrypt(Readable.from([CONTENT.subarray(0, 70_000), CONTENT.subarray(70_000)]), PASSPHRASE))
const decrypted = (bytes: Uint8Array, passphrase: string | null = PASSPHRASE) =>
  buffer(decrypt(Readable.from([bytes]), passphrase, 'FILE'))

test('other programs for age open what was encrypted, and what they encrypt is opened', async () => {
  const age = new Decrypter()
  age.addPassphrase(PASSPHRASE)
  expect(CONTENT.equals(await age.decrypt(await encrypted()))).toBe(true)
  const other = new Encrypter()
  other.setPassphrase(PASSPHRASE)
  other.setScryptWorkFactor(10)
  expect(CONTENT.equals(await decrypted(await other.encrypt(CONTENT)))).toBe(true)
})

test('without the right passphrase a sentence says so', async () => {
  const bytes = await encrypted()
  await expect(decrypted(bytes, null)).rejects.toThrow(
    new StartError('FILE is encrypted: set BACKUP_PASSPHRASE to the passphrase that it was made with.'),
  )
  await expect(decrypted(bytes, 'another passphrase')).rejects.toThrow(
    new StartError('FILE is encrypted with another passphrase than that of BACKUP_PASSPHRASE.'),
  )
})

test('a changed, shortened or costly file is refused', async () => {
  const bytes = await encrypted()
  for (const at of [0.1, 0.5, 0.99]) {
    const changed = Buffer.from(bytes)
    const middle = Math.floor(bytes.length * at)
    changed[middle] = (changed[middle] ?? 0) ^ 1
    await expect(decrypted(changed), String(at)).rejects.toThrow()
  }
  for (const left of [bytes.length - 1, bytes.length - 70_000, 100]) {
    await expect(decrypted(bytes.subarray(0, left)), String(left)).rejects.toThrow()
  }
  // It would take 512 MB to see that the passphrase does not open it.
  const costly = Buffer.from(bytes.toString('latin1').replace(/^(-> scrypt \S+) 16$/m, '$1 19'), 'latin1')
  const refusal = await decrypted(costly).catch((error: Error) => error)
  expect(refusal).toBeInstanceOf(Error)
  expect(refusal).not.toBeInstanceOf(StartError)
})
