import { sql } from 'kysely'
import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import { prepareDatabase, UNUSABLE_DATABASE } from './db/prepare-database.ts'
import { makeSecrets, readSecrets, type Secrets } from './secrets.ts'
import { asStartError, StartError } from './start-error.ts'

type Place = Pick<Config, 'secretKey' | 'dataDir'>

/** A new site gets a new secret. @throws {StartError}, also when the data were sealed with another secret */
export async function prepareSite(db: Database, place: Place): Promise<Secrets> {
  const unusableFolder = `The data folder ${place.dataDir} cannot be used`
  const given = await asStartError(unusableFolder, readSecrets(place.secretKey, place.dataDir))
  await requireSecretOfData(db, given, place)
  await prepareDatabase(db)
  const secrets = given ?? (await asStartError(unusableFolder, makeSecrets(place.dataDir)))
  await sql`insert into secret_check (value) values (${secrets.checkValue}) on conflict do nothing`.execute(db)
  // Another instance may have created the check value first, with another secret.
  await requireSecretOfData(db, secrets, place)
  return secrets
}

/** Data may be older than the check value: a secret that decrypts neither the first nor the last answer is wrong. */
async function requireSecretOfData(db: Database, secrets: Secrets | null, { dataDir }: Place): Promise<void> {
  const { check, answers } = await asStartError(UNUSABLE_DATABASE, readSealed(db))
  const isNew = !check && answers.length === 0
  const isSecretOfData = check
    ? secrets?.checkValue.equals(check)
    : answers.some((answer) => secrets?.canOpen(answer, 'security answer'))
  if (isNew || isSecretOfData) return
  throw new StartError(
    `The data were made with another secret key: set SECRET_KEY to that one, or put its file back as ${dataDir}/secret.key. Nothing was changed.`,
  )
}

async function readSealed(db: Database): Promise<{ check: Buffer | undefined; answers: Buffer[] }> {
  const check = (await has(db, 'secret_check'))
    ? await sql<{ value: Buffer }>`select value from secret_check`.execute(db)
    : { rows: [] }
  if (check.rows[0] || !(await has(db, 'accounts'))) return { check: check.rows[0]?.value, answers: [] }
  const answers = await sql<{ answer_sealed: Buffer }>`
    (select answer_sealed from accounts order by id limit 1) union all
    (select answer_sealed from accounts order by id desc limit 1)`.execute(db)
  return { check: undefined, answers: answers.rows.map(({ answer_sealed }) => answer_sealed) }
}

async function has(db: Database, table: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select to_regclass(${table}) is not null as has`.execute(db)
  return rows[0]?.has ?? false
}
