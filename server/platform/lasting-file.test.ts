import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { watchFlushes } from '#tests/flushes.ts'
import { copyLegalTemplates } from '../product/legal/legal-texts.ts'
import { createFile } from './lasting-file.ts'
import { FolderStore } from './pictures/store.ts'
import { makeSecrets, readSecrets } from './secrets.ts'
import { StartError } from './start-error.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-lasting-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
})

const inFolder = (name: string) => path.join(dataDir, name)
const modeOf = async (name: string) => (await stat(inFolder(name))).mode & 0o777

test('a file is for its user alone, with its folder flushed after its own bytes, and one that is there stays', async () => {
  const flushed = await watchFlushes()
  await createFile(inFolder('a'), 'first')
  expect(flushed).toEqual([expect.stringMatching(/\/a\.new-[0-9a-f]{12}$/), dataDir])
  await createFile(inFolder('a'), 'second')
  expect([await readFile(inFolder('a'), 'utf8'), await modeOf('a'), await readdir(dataDir)]).toEqual([
    'first',
    0o600,
    ['a'],
  ])
})

test('a file that cannot be made leaves nothing', async () => {
  await expect(createFile(inFolder('none/a'), '')).rejects.toThrow('ENOENT')
  await mkdir(inFolder('b'))
  await createFile(inFolder('b'), 'x')
  expect(await readdir(dataDir)).toEqual(['b'])
})

/** Files made once at a first start or by a restore, and trusted afterwards. */
const makers: [string, () => Promise<unknown>, string[]][] = [
  ['the key', () => makeSecrets(dataDir), ['secret.key']],
  [
    'the legal texts',
    () => copyLegalTemplates({ dataDir }),
    ['legal/location.md', 'legal/privacy.md', 'legal/terms.md'],
  ],
]

test.each(makers)('%s: two dozen processes and tasks at once agree, and all is flushed', async (_what, make, names) => {
  const flushed = await watchFlushes()
  await Promise.all(Array.from({ length: 24 }, make))
  const before = await Promise.all(names.map((name) => readFile(inFolder(name))))
  for (const [index, name] of names.entries()) {
    expect(before[index]?.length).toBeGreaterThan(32)
    expect(await modeOf(name)).toBe(0o600)
    expect(flushed).toContainEqual(expect.stringMatching(`^${inFolder(name)}\\.new-`))
    expect(flushed).toContain(path.dirname(inFolder(name)))
  }
  await make()
  expect(await Promise.all(names.map((name) => readFile(inFolder(name))))).toEqual(before)
})

test('of several that make the key at once all have the same', async () => {
  const made = await Promise.all(Array.from({ length: 50 }, () => makeSecrets(dataDir)))
  expect(new Set(made.map(({ vapid }) => vapid.privateKey)).size).toBe(1)
  expect((await readSecrets({ secretKey: null, dataDir }))?.checkValue).toEqual(made[0]?.checkValue)
})

/** Script that makes a key in a process killed before its file system call of that number. */
const KILLED = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
let left = Number(process.argv[2])
const isEnd = () => left-- === 0
const end = () => process.kill(process.pid, 'SIGKILL')
const handle = await fs.promises.open('/')
const prototypes = [fs.promises, Object.getPrototypeOf(handle)]
await handle.close()
const { open } = fs.promises
for (const object of prototypes) {
  for (const name of ['open', 'writeFile', 'sync', 'link', 'rename', 'copyFile', 'rm', 'unlink', 'mkdir', 'chmod', 'readFile']) {
    const call = object[name]
    if (call === undefined) continue
    object[name] = async function (...args) {
      if (!isEnd()) return call.apply(this, args)
      if (name === 'writeFile' && typeof args[0] === 'string') await (await open(args[0], args[2]?.flag ?? 'w')).write('k')
      end()
    }
  }
}
syncBuiltinESMExports()
const { makeSecrets } = await import(process.argv[1])
await makeSecrets(process.argv[3])
`

test('a start that is killed before any step leaves a whole key or none, and the next start has a good one', async () => {
  const secrets = path.join(import.meta.dirname, 'secrets.ts')
  const states = new Set<string>()
  for (let step = 0, isKilled = true; isKilled; step++) {
    const folder = inFolder(String(step))
    isKilled = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      KILLED,
      secrets,
      String(step),
      folder,
    ]).then(
      () => false,
      ({ signal }) => signal === 'SIGKILL',
    )
    const left = await readFile(path.join(folder, 'secret.key'), 'utf8').catch(() => null)
    states.add(left === null ? 'none' : left.length === 44 ? 'whole' : left)
    const { checkValue } = await makeSecrets(folder)
    expect((await readSecrets({ secretKey: null, dataDir: folder }))?.checkValue).toEqual(checkValue)
    if (left !== null) expect(await readFile(path.join(folder, 'secret.key'), 'utf8')).toBe(left)
  }
  expect([...states].toSorted()).toEqual(['none', 'whole'])
})

test.each([
  ['nothing', ''],
  ['one byte', 'k'],
  ['31 characters', 'k'.repeat(31)],
  ['spaces', ' '.repeat(64)],
  ['line breaks', '\n\r\n'.repeat(30)],
  ['31 characters between spaces', `${' '.repeat(20)}${'k'.repeat(31)}\n\n\n`],
  ['zeros, as after a power failure', '\0'.repeat(44)],
  ['a start and zeros', `${'k'.repeat(20)}${'\0'.repeat(24)}`],
  ['a mark of byte order alone', `\ufeff${'\ufeff'.repeat(40)}`],
])('a key file with %s is refused with a sentence, and stays as it is', async (_what, content) => {
  const file = inFolder('secret.key')
  await writeFile(file, content)
  for (const start of [() => readSecrets({ secretKey: null, dataDir }), () => makeSecrets(dataDir)]) {
    await expect(start()).rejects.toThrow(
      new StartError(
        `The key in ${file} has fewer than 32 characters, so it is not whole: put the one of a backup back. ` +
          'If the site has no data yet, remove the file, and the next start makes a new one. Nothing was changed.',
      ),
    )
  }
  expect(await readFile(file, 'utf8')).toBe(content)
})

test('a key of 32 characters is taken, and made readable for its user alone', async () => {
  await writeFile(inFolder('secret.key'), `${'k'.repeat(32)}\r\n`, { mode: 0o644 })
  expect(await readSecrets({ secretKey: null, dataDir })).not.toBeNull()
  expect(await modeOf('secret.key')).toBe(0o600)
})

test('a picture is flushed before it counts as stored', async () => {
  const flushed = await watchFlushes()
  await new FolderStore(dataDir).put('abc.jpg', Buffer.from('x'))
  expect(flushed).toContain(inFolder('ab/abc.jpg'))
})
