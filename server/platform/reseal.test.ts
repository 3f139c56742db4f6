import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { issueDeviceToken, parseDeviceToken } from '#server/product/accounts/known-device.ts'
import { product } from '#server/product/product.ts'
import { sealedColumns } from '#server/product/tasks.ts'
import { freshDatabase, type TestDatabase } from '#tests/database.ts'
import { prepareDatabaseAndSecrets } from './database/prepare-database.ts'
import { createLog } from './log.ts'
import { isResealing, resealTexts } from './reseal.ts'
import { Secrets } from './secrets.ts'

const OLD = 'the secret of before, which has more than 32 characters'
const NEW = 'the secret of today, which has more than 32 characters'

let database: TestDatabase
let dataDir: string
let lines: { level: number; msg: string; changed?: number; lost?: number }[]

beforeEach(async () => {
  database = await freshDatabase(4)
  dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-reseal-'))
  lines = []
})
afterEach(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true })
})

const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
const start = (secretKey: string | null, secretKeyOld: string | null = null) =>
  prepareDatabaseAndSecrets(database.db, { secretKey, secretKeyOld, dataDir }, product.sealed, { seconds: 0, log })
const startsOnlyWith = async (...keys: [string, string?][]) => {
  const outcome = async ([key, old]: [string, string?]) =>
    start(key, old).then(
      () => 'starts',
      ({ message }) => message,
    )
  return Promise.all(keys.map(outcome))
}

const PEOPLE = 1100
/** One text in each column but that of accounts. */
const OTHERS = sealedColumns.length - 1

/** A text in each column, and more people than a batch has, all sealed with the secret. */
async function fill(secrets: Secrets): Promise<void> {
  const sealed = Array.from({ length: PEOPLE }, (_, number) =>
    secrets.seal(`답 ${number}`, 'security answer').toString('hex'),
  )
  await sql`insert into accounts (handle, email, email_key, username, question_index, answer_sealed)
    select lpad(n::text, 22, 'h'), n || '@naver.com', n || '@naver.com', '이름' || n, 0, decode(s, 'hex')
    from unnest(${sealed}::text[]) with ordinality as x(s, n)`.execute(database.db)
  const { rows } = await sql<{ id: number }>`select min(id) as id from accounts`.execute(database.db)
  const id = rows[0]?.id
  const later = sql`now() + interval '1 day'`
  await sql`insert into former_answers (account_id, answer_sealed, ends_at, question_index)
    values (${id}, ${secrets.seal('former', 'security answer')}, ${later}, 0)`.execute(database.db)
  await sql`insert into recovery_tickets (account_id, expires_at, temporary_hash, temporary_sealed, token_hash)
    values (${id}, ${later}, '', ${secrets.seal('temporary', 'temporary password')}, '\\x00')`.execute(database.db)
  await sql`insert into notices (account_id, address_sealed, change, expires_at, recipient)
    values (${id}, ${secrets.seal('address', 'mail')}, 'password', ${later}, 'x')`.execute(database.db)
  await sql`insert into mails (account_id, expires_at, sealed)
    values (${id}, ${later}, ${secrets.seal('mail', 'mail')})`.execute(database.db)
  await sql`insert into two_steps (account_id, last_step, secret_sealed)
    values (${id}, 0, ${secrets.seal('key', 'two-step key')})`.execute(database.db)
  await sql`insert into webhooks (events, url, secret_sealed)
    values ('{post}', 'https://hook.example', ${secrets.seal('hook', 'webhook')})`.execute(database.db)
}

/** The sealed texts, opened by `secrets`. */
async function texts(secrets: Secrets): Promise<string[]> {
  const found: string[] = []
  for (const { table, column, use, key = 'id' } of sealedColumns) {
    const { rows } = await sql<{ sealed: Buffer }>`
      select ${sql.ref(column)} as sealed from ${sql.table(table)} order by ${sql.ref(key)}`.execute(database.db)
    found.push(...rows.map(({ sealed }) => secrets.open(sealed, use)))
  }
  return found
}

test('every column of sealed texts is sealed again', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name like '%sealed' and table_name in
      (select relname from pg_class where relkind = 'r')`.execute(database.db)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted(),
  )
})

test('the secret is changed while the site runs: both are needed until all is sealed with the new one', async () => {
  await fill(await start(OLD))
  const before = await texts(new Secrets(OLD))
  const another = /^The data were made with another secret key/
  expect(await startsOnlyWith([NEW], [NEW, `not ${OLD}`])).toEqual(
    [another, another].map((it) => expect.stringMatching(it)),
  )

  const secrets = await start(NEW, OLD)
  expect(await isResealing(database.db, secrets)).toBe(true)
  expect(await texts(secrets)).toEqual(before)
  const both = expect.stringMatching(/^The secret key is being changed, so both are needed: /)
  expect(await startsOnlyWith([NEW], [OLD], [OLD, NEW])).toEqual([both, both, 'starts'])

  await resealTexts({ db: database.db, secrets, log }, sealedColumns)
  expect(await texts(new Secrets(NEW))).toEqual(before)
  expect(await isResealing(database.db, secrets)).toBe(false)
  expect(lines).toMatchObject([
    { level: 30, msg: 'all texts are sealed with the new secret key', changed: PEOPLE + OTHERS },
  ])
  expect(await startsOnlyWith([NEW], [OLD])).toEqual(['starts', expect.stringMatching(another)])
  await resealTexts({ db: database.db, secrets, log }, sealedColumns)
  expect(lines).toHaveLength(1)
})

test('a change that is broken off goes on, and one that is taken back ends with the secret of before', async () => {
  await fill(await start(OLD))
  const before = await texts(new Secrets(OLD))
  const secrets = await start(NEW, OLD)
  await sql`create function spoil() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`.execute(
    database.db,
  )
  await sql`create trigger spoil before update on notices for each row execute function spoil()`.execute(database.db)
  await expect(resealTexts({ db: database.db, secrets, log }, sealedColumns)).rejects.toThrow('killed')
  expect(await isResealing(database.db, secrets)).toBe(true)
  expect(await texts(secrets)).toEqual(before)
  await sql`drop trigger spoil on notices`.execute(database.db)

  const back = await start(OLD, NEW)
  expect(await isResealing(database.db, back)).toBe(true)
  await resealTexts({ db: database.db, secrets: back, log }, sealedColumns)
  expect(await texts(new Secrets(OLD))).toEqual(before)
  expect(await startsOnlyWith([OLD])).toEqual(['starts'])
})

test('what members change meanwhile stays, also when two jobs run at once', async () => {
  await fill(await start(OLD))
  const secrets = await start(NEW, OLD)
  const { rows } = await sql<{ id: number }>`select id from accounts order by id desc limit 40`.execute(database.db)
  const change = async () => {
    for (const { id } of rows)
      await sql`update accounts set answer_sealed = ${secrets.seal('새 답', 'security answer')} where id = ${id}`.execute(
        database.db,
      )
  }
  const job = () => resealTexts({ db: database.db, secrets, log }, sealedColumns)
  await Promise.all([job(), change(), job()])
  const after = await texts(new Secrets(NEW))
  expect(after.filter((text) => text === '새 답')).toHaveLength(40)
  expect(after).toHaveLength(PEOPLE + OTHERS)
})

test('a text that neither secret opens is counted in the log, and stops nothing', async () => {
  await fill(await start(OLD))
  await sql`update notices set address_sealed = '\\x0001'`.execute(database.db)
  await sql`update former_answers set answer_sealed = ''`.execute(database.db)
  const secrets = await start(NEW, OLD)
  await resealTexts({ db: database.db, secrets, log }, sealedColumns)
  expect(lines).toMatchObject([{ changed: PEOPLE + OTHERS - 2 }, { level: 50, lost: 2 }])
  expect(await startsOnlyWith([NEW])).toEqual(['starts'])
})

test('a site with its key in a file gets a new one when that is renamed', async () => {
  const first = await start(null)
  await fill(first)
  const file = path.join(dataDir, 'secret.key')
  await rename(file, `${file}.old`)
  const second = await start(null)
  expect(second.former?.checkValue).toEqual(first.checkValue)
  expect(second.checkValue).not.toEqual(first.checkValue)
  expect(await texts(second)).toHaveLength(PEOPLE + OTHERS)
  expect(await readFile(file, 'utf8')).not.toBe(await readFile(`${file}.old`, 'utf8'))
  await resealTexts({ db: database.db, secrets: second, log }, sealedColumns)
  await rm(`${file}.old`)
  expect(await texts(await start(null))).toHaveLength(PEOPLE + OTHERS)
})

test('links and known browsers of before are known as long as both secrets are set', () => {
  const owner = { id: 7, password_hash: 'hash' }
  const [former, both, only] = [new Secrets(OLD), new Secrets(NEW, OLD), new Secrets(NEW)]
  const token = issueDeviceToken(former, owner)
  expect(parseDeviceToken(both, token, owner)).toMatchObject({ isCurrent: true })
  expect(parseDeviceToken(both, token, { ...owner, password_hash: 'another' })).toMatchObject({ isCurrent: false })
  expect(parseDeviceToken(only, token, owner)).toBeNull()
  expect(parseDeviceToken(only, issueDeviceToken(both, owner), owner)).toMatchObject({ isCurrent: true })
  const signed = former.sign('7', 'end of weekly mails')
  expect([both.verify(signed, 'end of weekly mails'), both.verify(signed, 'cursor')]).toEqual(['7', null])
  expect(new Secrets(OLD, OLD).former).toBeNull()
})
