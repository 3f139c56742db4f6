import { sql } from 'kysely'
import type { SealedUse, SecretSettings, Secrets } from '../secrets.ts'
import { asStartError, StartError } from '../start-error.ts'
import { type Database, hasTable } from './connect.ts'

export const UNUSABLE_DATABASE_MESSAGE = 'The database (of DATABASE_URL, or else in DATA_DIR) cannot be used'

/**
 * Texts in the data that the site's secret has encrypted. They show which secret is right for data that are older than
 * its check value.
 */
export type SealedTexts = Readonly<{
  use: SealedUse
  /** The first and the last; none in an empty database. */
  load: (db: Database) => Promise<readonly Buffer[]>
}>

/**
 * Checks that the secret is the one of the data: by the check value or, for data older than that, by whether it opens
 * one of the sealed texts.
 * @throws {StartError}
 */
export async function requireSecretOfData(
  db: Database,
  secrets: Secrets | null,
  sealed: SealedTexts,
  { dataDir }: Pick<SecretSettings, 'dataDir'>,
): Promise<void> {
  const { checks, texts } = await asStartError(UNUSABLE_DATABASE_MESSAGE, loadSealed(db, sealed))
  const isNew = checks.length === 0 && texts.length === 0
  const isSecretOfData =
    checks.length > 0
      ? checks.every((check) => secrets?.knows(check))
      : texts.some((text) => secrets?.canOpen(text, sealed.use))
  if (isNew || isSecretOfData) return
  if (checks.some((check) => secrets?.knows(check))) {
    throw new StartError(
      'The secret key is being changed, so both are needed: set SECRET_KEY and SECRET_KEY_OLD to the new one and the one before. ' +
        'Nothing was changed.',
    )
  }
  throw new StartError(
    `The data were made with another secret key: set SECRET_KEY to that one, or put its file back as ${dataDir}/secret.key. Nothing was changed.`,
  )
}

async function loadSealed(
  db: Database,
  sealed: SealedTexts,
): Promise<{ checks: readonly Buffer[]; texts: readonly Buffer[] }> {
  // A database that is not migrated yet lacks the newer column.
  const { rows } = (await hasTable(db, 'secret_check'))
    ? await sql<{
        row: { value: string; next?: string | null }
      }>`select to_jsonb(secret_check) as row from secret_check`.execute(db)
    : { rows: [] }
  const checks = rows.flatMap(({ row }) => [row.value, row.next ?? []].flat()).map(bytesOf)
  return { checks, texts: checks.length > 0 ? [] : await sealed.load(db) }
}

/** Bytes of the text form of a bytea. */
function bytesOf(text: string): Buffer {
  return Buffer.from(text.replace('\\x', ''), 'hex')
}

/** Records that the data need both secrets until all texts are sealed with the new one. */
export async function recordNextSecret(db: Database, { checkValue }: Secrets): Promise<void> {
  await sql`update secret_check set next = ${checkValue} where value <> ${checkValue} and next is null`.execute(db)
}
