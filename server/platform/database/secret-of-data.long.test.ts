import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { product } from '#server/product/product.ts'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { dumpDatabase, dumpFolder } from '#tests/dump.ts'
import { COMMAND_ENV } from '#tests/faults/application.ts'
import { canHaveSmallDisk, onSmallDisk } from '#tests/faults/small-disk.ts'
import { ownPort } from '#tests/own-port.ts'
import { Secrets } from '../secrets.ts'
import { prepareDatabaseAndSecrets } from './prepare-database.ts'

const OURS = 'a secret of at least thirty-two characters'
const ANOTHER = 'another secret of at least thirty-two characters'

let database: TestDatabase
let dataDir: string

beforeEach(async () => {
  database = await freshDatabase(4)
  dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-secret-'))
})
afterEach(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true })
})

const prepare = (secretKey: string | null) =>
  prepareDatabaseAndSecrets(database.db, { secretKey, dataDir }, product.sealed, { seconds: 0, log: console })
const state = async () => `${await dumpDatabase(database.db)}\n${await dumpFolder(dataDir)}`
const refusal =
  /^The data were made with another secret key: set SECRET_KEY to that one, or put .* back as .*secret\.key/

/** Account whose security answer was sealed with the secret. */
async function addAccount(secret: string): Promise<void> {
  const sealed = new Secrets(secret).seal('파랑', 'security answer')
  await sql`insert into accounts (handle, email, email_key, username, question_index, answer_sealed)
    values (${'h'.repeat(22)}, 'hana@naver.com', 'hana@naver.com', '김하나', 0, ${sealed})`.execute(database.db)
}

/** Message and exit code of a failing start. */
async function startWith(secretKey: string): Promise<{ code: number; said: string }> {
  const env = {
    SECRET_KEY: secretKey,
    DATABASE_URL: database.connectionString,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
  }
  const main = path.resolve('server/main.ts')
  const server = spawn(process.execPath, [main], { env: { ...env, PORT: String(await ownPort()) } })
  const said: Buffer[] = []
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk))
  const [code] = await once(server, 'close')
  return { code, said: Buffer.concat(said).toString() }
}

test('a start with another secret is refused with a message, and nothing is written', async () => {
  await prepare(OURS)
  const before = await state()
  const { code, said } = await startWith(ANOTHER)
  expect(code).toBe(1)
  expect(said.trimEnd()).toMatch(refusal)
  expect(said.trimEnd()).not.toContain('\n')
  expect(await state()).toBe(before)
})

/** Script that starts the site on a full disk, and makes a key when there is room again; prints the files. */
const ON_FULL_DISK = `dd if=/dev/zero of=ballast bs=4096 2>/dev/null
"$0" "$1"/server/main.ts; echo "code $?"; ls -A; rm ballast
"$0" --input-type=module --eval "await (await import('$1/server/platform/secrets.ts')).makeSecrets(process.cwd())"; wc -c secret.key`

test.skipIf(!(await canHaveSmallDisk()))(
  'a full disk at the first start is a sentence, and leaves no key',
  async () => {
    const [command = '', ...args] = onSmallDisk(1)(dataDir)
    const env = {
      ...COMMAND_ENV,
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataDir,
      PORT: String(await ownPort()),
    }
    const script = ['sh', '-c', ON_FULL_DISK, process.execPath, process.cwd()]
    const { stdout, stderr } = await promisify(execFile)(command, [...args, ...script], {
      env: { ...env, WEB_CONCURRENCY: '1' },
    })
    expect(stdout + stderr).toContain(`The data folder ${dataDir} cannot be used: the disk is full (`)
    expect(stdout).toContain('code 1\nballast\n44 secret.key\n')
  },
)

test.each(['', 'k', ' '.repeat(80), '\0'.repeat(44)])(
  'a start with the key %j on the disk is refused with a sentence, and nothing is written',
  async (key) => {
    await writeFile(path.join(dataDir, 'secret.key'), key)
    const before = await state()
    await expect(prepare(null)).rejects.toThrow(/^The key in .*secret\.key has fewer than 32 characters/)
    expect(await state()).toBe(before)
  },
)

test('the secret of the data is used again, from the settings or from its file', async () => {
  const { checkValue } = await prepare(null)
  const [name = ''] = await readdir(dataDir)
  const text = (await readFile(path.join(dataDir, name), 'utf8')).trim()
  expect((await prepare(null)).checkValue).toEqual(checkValue)
  await rm(path.join(dataDir, name))
  expect((await prepare(text)).checkValue).toEqual(checkValue)
  expect(await readdir(dataDir)).toEqual([])
})

test('data whose secret is lost do not get a new one', async () => {
  await prepare(null)
  await rm(path.join(dataDir, 'secret.key'))
  const before = await state()
  await expect(prepare(null)).rejects.toThrow(refusal)
  expect(await state()).toBe(before)
})

test('data without a check value are verified by their security answers, before anything is written', async () => {
  await sql`delete from secret_check`.execute(database.db)
  await addAccount(OURS)
  const before = await state()
  await expect(prepare(ANOTHER)).rejects.toThrow(refusal)
  await expect(prepare(null)).rejects.toThrow(refusal)
  expect(await state()).toBe(before)
  await prepare(OURS)
  await sql`delete from accounts`.execute(database.db)
  await expect(prepare(ANOTHER)).rejects.toThrow(refusal)
})

test('of two instances that create a site at once with two secrets one is refused', async () => {
  const results = await Promise.allSettled([OURS, ANOTHER].map(prepare))
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
