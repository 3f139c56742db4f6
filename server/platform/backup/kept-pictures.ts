import { createHash } from 'node:crypto'
import { keyOfPictureFileName, pictureFileNames } from '#rules/images.ts'
import { type ImageStore, pathInStore } from '../pictures/store.ts'
import type { SharedKey } from './encryption.ts'
import { type BackupPlace, readBounded } from './place.ts'

/** Name and SHA-256 of a picture's file. */
export type KeptPicture = readonly [name: string, sum: string]

/**
 * Folder beside scheduled backups with the pictures of all of them, each stored once. Encrypted pictures have a folder
 * for each key.
 */
const PICTURES_FOLDER = 'pictures'

/**
 * File that lists the pictures which the newest backup does not contain: key of a picture → time of the last backup
 * that may contain it.
 */
const UNUSED = 'unused.json'

/** Bounds in bytes, well above an uploaded picture and above the list of half a million unused ones. */
const MOST_OF_PICTURE = 32 * 1024 * 1024
const MOST_OF_UNUSED = 32 * 1024 * 1024

function folderOf(key: SharedKey | null): string {
  return key === null ? PICTURES_FOLDER : `${PICTURES_FOLDER}-${key.id}`
}

const ANY_FOLDER = /^pictures(?:-[0-9a-f]{8})?$/

const COPY = /^(.+)\.([0-9a-f]{64})$/

/** Name of a subfolder of copies: the first two characters of their pictures' keys. */
const SUBFOLDER = /^[\w-]{2}$/

/** Most folders of other keys that one backup cleans up; a hostile store may list more. */
const MOST_FOLDERS = 100

/** Most unused pictures that one backup records; the next one records others. */
const MOST_UNUSED = 500_000

/** One subfolder: checksums of its copies by file name, and the keys of pictures that the current backup contains. */
type Subfolder = { name: string; sums: ReadonlyMap<string, string>; shown: Set<string> }

/** Pictures that several backups share. A copy has the SHA-256 of the picture in its name. */
export class KeptPictures {
  readonly #place: BackupPlace
  readonly #key: SharedKey | null
  readonly #folder: string
  /** Subfolder of the last picture: pictures come in the order of their keys, so each subfolder is listed once. */
  #subfolder: Subfolder | undefined
  readonly #seen = new Set<string>()
  readonly #notShown: string[] = []

  /** @param key encrypts the copies, unless null */
  constructor(place: BackupPlace, key: SharedKey | null, folder = folderOf(key)) {
    this.#place = place
    this.#key = key
    this.#folder = folder
  }

  get key(): SharedKey | null {
    return this.#key
  }

  /**
   * Copies the files of a picture that are not kept yet. Returns all of its files, none if `store` lacks the picture. A
   * copy that has changed is replaced.
   */
  async keep(store: ImageStore, key: string): Promise<KeptPicture[]> {
    const subfolder = await this.#subfolderOf(key)
    subfolder.shown.add(key)
    const sumOf = async (name: string) => (await this.#sumOfCopy(subfolder, name)) ?? (await this.#copy(store, name))
    const [first = '', ...others] = pictureFileNames(key)
    const sum = await sumOf(first)
    if (sum === null) return []
    // In parallel, because each costs a round trip to a store.
    const rest = await Promise.all(others.map(async (name) => ({ name, sum: await sumOf(name) })))
    return [[first, sum], ...rest.flatMap(({ name, sum }) => (sum === null ? [] : [[name, sum] as const]))]
  }

  /** Lists the copies of a picture without reading them. */
  async copiesOf(key: string): Promise<KeptPicture[]> {
    const { sums } = await this.#subfolderOf(key)
    return pictureFileNames(key).flatMap((name) => {
      const sum = sums.get(name)
      return sum === undefined ? [] : [[name, sum] as const]
    })
  }

  /** @throws {Error} if the copy is missing or changed */
  async read([name, sum]: KeptPicture): Promise<Buffer> {
    if (!/^[0-9a-f]{64}$/.test(sum)) throw new Error(`the picture ${name} has no checksum`)
    const copy = this.#nameOf(name, sum)
    const stored = await readBounded(this.#place, copy, MOST_OF_PICTURE).catch(() => null)
    const address = this.#place.addressOf(copy)
    if (stored === null) throw new Error(`${address} is missing: ${this.#folder} belongs to it`)
    const bytes = await this.#plain(stored).catch(() => null)
    if (bytes === null || sha256(bytes) !== sum) throw new Error(`${address} is not what was written`)
    return bytes
  }

  /**
   * Records the copies that the backup just made does not contain, and removes those that no kept backup contains.
   * @param newest time of the newest backup before it, if any
   * @param oldest time of the oldest backup that is kept
   */
  async removeUnused(newest: Date | undefined, oldest: Date): Promise<void> {
    const folders = (await this.#foldersIn('')).filter((name) => ANY_FOLDER.test(name) && name !== this.#folder)
    for (const folder of folders.slice(0, MOST_FOLDERS)) {
      // The current backup contains no pictures from the folders of other keys, or of no key.
      await new KeptPictures(this.#place, null, folder).#removeUnused(newest, oldest)
    }
    await this.#removeUnused(newest, oldest)
  }

  async #removeUnused(newest: Date | undefined, oldest: Date): Promise<void> {
    this.#leaveSubfolder()
    for (const subfolder of await this.#foldersIn(this.#folder)) {
      if (this.#seen.has(subfolder) || !SUBFOLDER.test(subfolder)) continue
      this.#subfolder = await this.#list(subfolder)
      this.#leaveSubfolder()
    }
    const before = await this.#readUnused()
    const unused: Record<string, number> = {}
    for (const key of this.#notShown) {
      const since = before[key] ?? newest?.getTime() ?? 0
      if (since >= oldest.getTime()) unused[key] = since
      else await this.#removeCopies(key)
    }
    const isSame = JSON.stringify(unused) === JSON.stringify(before)
    if (!isSame) await this.#place.put(`${this.#folder}/${UNUSED}`, JSON.stringify(unused), true)
  }

  async #foldersIn(folder: string): Promise<string[]> {
    const names = await this.#place.listFolder(folder)
    return names.filter((name) => name.endsWith('/')).map((name) => name.slice(0, -1))
  }

  async #removeCopies(key: string): Promise<void> {
    const folder = `${this.#folder}/${subfolderOf(key)}`
    for (const copy of await this.#place.listFolder(folder)) {
      if (keyOfCopy(copy) === key) await this.#place.remove(`${folder}/${copy}`)
    }
  }

  async #readUnused(): Promise<Record<string, number>> {
    const names = await this.#place.listFolder(this.#folder)
    if (!names.includes(UNUSED)) return {}
    return JSON.parse((await readBounded(this.#place, `${this.#folder}/${UNUSED}`, MOST_OF_UNUSED)).toString())
  }

  async #subfolderOf(key: string): Promise<Subfolder> {
    const name = subfolderOf(key)
    if (this.#subfolder?.name === name) return this.#subfolder
    this.#leaveSubfolder()
    this.#subfolder = await this.#list(name)
    return this.#subfolder
  }

  async #list(name: string): Promise<Subfolder> {
    const sums = new Map<string, string>()
    for (const copy of await this.#place.listFolder(`${this.#folder}/${name}`)) {
      const [, file, sum] = COPY.exec(copy) ?? []
      if (file !== undefined && sum !== undefined) sums.set(file, sum)
    }
    return { name, sums, shown: new Set() }
  }

  #leaveSubfolder(): void {
    const left = this.#subfolder
    this.#subfolder = undefined
    if (left === undefined) return
    this.#seen.add(left.name)
    const keys = new Set([...left.sums.keys()].flatMap((name) => keyOfPictureFileName(name) ?? []))
    const notShown = [...keys].filter((key) => !left.shown.has(key))
    this.#notShown.push(...notShown.slice(0, MOST_UNUSED - this.#notShown.length))
  }

  async #sumOfCopy({ sums }: Subfolder, name: string): Promise<string | null> {
    const sum = sums.get(name)
    if (sum === undefined) return null
    if (!this.#place.readsCopies) return sum
    const isWhole = await this.read([name, sum]).catch(() => null)
    if (isWhole) return sum
    await this.#place.remove(this.#nameOf(name, sum))
    return null
  }

  async #copy(store: ImageStore, name: string): Promise<string | null> {
    const found = await store.open(name)
    if (!found) return null
    const bytes = await found.bytes()
    const sum = sha256(bytes)
    await this.#place.put(this.#nameOf(name, sum), this.#key === null ? bytes : await this.#key.encrypt(bytes))
    return sum
  }

  async #plain(stored: Buffer): Promise<Buffer> {
    return this.#key === null ? stored : Buffer.from(await this.#key.decrypt(stored))
  }

  #nameOf(name: string, sum: string): string {
    return `${this.#folder}/${pathInStore(name)}.${sum}`
  }
}

function subfolderOf(key: string): string {
  return pathInStore(key).split('/')[0] ?? ''
}

function keyOfCopy(copy: string): string | null {
  const [, file = ''] = COPY.exec(copy) ?? []
  return keyOfPictureFileName(file)
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
