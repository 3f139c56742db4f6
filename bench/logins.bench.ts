import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { strangerGroup } from '#server/accounts/known-device.ts'
import { openSession } from '#server/accounts/sessions.ts'
import { Passwords } from '#server/passwords/passwords.ts'
import { Secrets } from '#server/secrets.ts'
import { quantile, type Row, report, round } from './report.ts'
import { SECRET_KEY } from './seed.ts'
import { startSite } from './server-process.ts'
import { openStage } from './stage.ts'

/**
 * Five hundred people log in at the same moment while ten others read the list (fault R16): how many get in, how
 * many get 503, and how long the readers wait.
 */
const PEOPLE = 500
const READERS = 10
const ROUNDS = 5
const QUIET_MS = 3000
const PASSWORD = 'abcd123!'

const stage = await openStage()
const server = await startSite({
  port: 3792,
  databaseUrl: stage.connectionString,
  // All of them come from one network.
  changes: { LIMIT_LOGIN_NETWORK: '1000000/1s' },
})
const agent = new Agent({ keepAlive: true, maxSockets: PEOPLE + READERS })
const hash = await new Passwords(1).inTurn(strangerGroup('127.0.0.1'), (work) => work.hash(PASSWORD))
const people = await Promise.all(Array.from({ length: PEOPLE }, (_, i) => addPerson(`login${i}`)))

const quiet = await readWhile(new Promise((resolve) => setTimeout(resolve, QUIET_MS)))
const rows: Row[] = [
  {
    round: 'nobody logs in',
    ...figures(quiet),
    'let in': '',
    'asked to come back (503)': '',
    other: '',
    'rush over, ms': '',
  },
]
for (let round = 1; round <= ROUNDS; round++) {
  const started = performance.now()
  const rush = Promise.all(people.map(({ email }) => login(email)))
  const reads = await readWhile(rush)
  const statuses = await rush
  const count = (status: number) => statuses.filter((one) => one === status).length
  rows.push({
    round: String(round),
    ...figures(reads),
    'let in': count(200),
    'asked to come back (503)': count(503),
    other: PEOPLE - count(200) - count(503),
    'rush over, ms': Math.round(performance.now() - started),
  })
}
report('logins', `${PEOPLE} logins at once, ${READERS} signed-in readers`, rows, [
  'Load, server and database share the machine. Each reader requests the first page of the newest posts again and again.',
])
await server.stop()
await stage.close()

async function addPerson(name: string): Promise<{ id: number; email: string }> {
  const email = `${name}-${Date.now()}@example.kr`
  const { id } = await stage.db
    .insertInto('accounts')
    .values({
      handle: randomBytes(16).toString('base64url'),
      email,
      email_key: email,
      username: name,
      password_hash: hash,
      question_index: 0,
      answer_sealed: new Secrets(SECRET_KEY).seal('파랑', 'security answer'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, email }
}

type Reads = { milliseconds: number[]; failures: number }

/** Lets the readers read until `end`. */
async function readWhile(end: Promise<unknown>): Promise<Reads> {
  const reads: Reads = { milliseconds: [], failures: 0 }
  let isOver = false
  const readers = people.slice(0, READERS).map(async ({ id }) => {
    const token = await openSession(stage.db, { accountId: id, persistent: false, userAgent: null })
    while (!isOver) {
      const started = performance.now()
      const { status, text } = await post(
        '{ getPosts(pageParam: 1) { data { id title like liked } nextCursor } }',
        `sid=${token}`,
      )
      reads.milliseconds.push(performance.now() - started)
      if (status !== 200 || text.includes('"errors"')) reads.failures++
    }
  })
  await end
  isOver = true
  await Promise.all(readers)
  return reads
}

function figures({ milliseconds, failures }: Reads): Row {
  return {
    reads: milliseconds.length,
    'reads failed': failures,
    'p50, ms': round(quantile(milliseconds, 0.5)),
    'p99, ms': round(quantile(milliseconds, 0.99)),
    'longest, ms': round(Math.max(...milliseconds)),
  }
}

async function login(email: string): Promise<number> {
  const { status, text } = await post(`{ login(email: "${email}", password: "${PASSWORD}") { jwt } }`)
  return status === 200 && text.includes('"errors"') ? 0 : status
}

function post(query: string, cookie?: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) }
    const outgoing = request(`${server.origin}/graphql`, { method: 'POST', agent, headers }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
    outgoing.on('error', reject)
    outgoing.end(JSON.stringify({ query }))
  })
}
