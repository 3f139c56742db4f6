import { parseArgs } from 'node:util'
import { emailKey } from '#rules/account.ts'
import { loadConfig, readEnvironment } from '#server/config.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { prepareDatabase } from '#server/db/prepare-database.ts'
import { requireOtherAdmin } from '#server/enforcement/require-writer.ts'
import { ConfigError } from '#server/env-reader.ts'
import { AppError } from '#server/errors.ts'
import { changeRole } from '#server/moderation/members.ts'
import { startDatabase } from '#server/start-database.ts'
import { StartError } from '#server/start-error.ts'

const USAGE = `Usage: npm run admin -- grant EMAIL [moderator|admin]
       npm run admin -- revoke EMAIL
       npm run admin -- list

grant makes the member with that e-mail address a moderator, or with "admin" one who also names moderators and says who
may sign up. revoke makes them a member like all others. The site may stay running.`

const roles = ['moderator', 'admin'] as const

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [command = '', email = '', role = 'moderator', ...others] = positionals
  const isGrant = command === 'grant' && email !== '' && roles.some((one) => one === role)
  const isRevoke = command === 'revoke' && email !== '' && positionals.length === 2
  const isList = command === 'list' && positionals.length === 1
  if (others.length > 0 || !(isGrant || isRevoke || isList)) throw new StartError(USAGE)
  const cleanup = new AsyncDisposableStack()
  try {
    const config = loadConfig(readEnvironment())
    const databaseUrl = await startDatabase(config, console, cleanup, true)
    const { db } = connect(databaseUrl, 1)
    cleanup.defer(() => db.destroy())
    await prepareDatabase(db, { seconds: config.databaseWait, log: console })
    console.log(
      isList ? await list(db) : await change(db, email, isGrant ? (role as (typeof roles)[number]) : 'member'),
    )
  } finally {
    await cleanup.disposeAsync()
  }
}

type Role = (typeof roles)[number] | 'member'

function change(db: Database, email: string, role: Role): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('accounts')
      .select(['id', 'username', 'role'])
      .where('email_key', '=', emailKey(email))
      .forUpdate()
      .executeTakeFirst()
    if (!account)
      throw new StartError(`No member has the e-mail address ${email}. They sign up first, then get a role.`)
    const { id, username } = account
    if (account.role === role) return `${username} (${email}) is ${named[role]} already.`
    if (account.role === 'admin') {
      await requireOtherAdmin(tx, id).catch(() => {
        throw new StartError(`${username} (${email}) is the last admin. Grant another member "admin" first.`)
      })
    }
    await changeRole(tx, { actorId: null, accountId: id, role })
    return `${username} (${email}) is ${named[role]} now. It holds from their next request on.`
  })
}

const named: Record<Role, string> = { member: 'a member', moderator: 'a moderator', admin: 'an admin' }

async function list(db: Database): Promise<string> {
  const staff = await db
    .selectFrom('accounts')
    .select(['username', 'email', 'role'])
    .where('role', '<>', 'member')
    .orderBy('id')
    .execute()
  if (staff.length === 0) return 'Nobody has a role yet. Give one with: npm run admin -- grant EMAIL admin'
  return staff.map(({ username, email, role }) => `${role.padEnd(9)} ${email} (${username})`).join('\n')
}

main().catch((error: unknown) => {
  const isPlain = error instanceof StartError || error instanceof ConfigError || error instanceof AppError
  console.error(
    isPlain || !(error instanceof Error) ? String((error as Error).message) : `Not changed: ${error.message}`,
  )
  process.exitCode = 1
})
