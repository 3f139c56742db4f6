import { emailKey } from '#rules/account.ts'
import { loadConfig, readEnvironment } from '#server/platform/config.ts'
import { connect, type Database } from '#server/platform/database/connect.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { startDatabase } from '#server/platform/database/start-database.ts'
import { StartError } from '#server/platform/start-error.ts'
import { requireOtherAdmin } from '#server/product/enforcement/require-writer.ts'
import { changeRole } from '#server/product/moderation/members.ts'
import { readArguments, refusal, runCommand } from './programs/run-command.ts'

const USAGE = `Usage: npm run admin -- grant EMAIL [moderator|admin]
       npm run admin -- revoke EMAIL
       npm run admin -- list

grant makes the member with that e-mail address a moderator, or with "admin" one who also names moderators and says who
may sign up. revoke makes them a member like all others. The site may stay running.`

const roles = ['moderator', 'admin'] as const

/** Operands of each command. */
const OPERANDS = new Map([
  ['grant', { usage: USAGE, needs: ['EMAIL'], more: 1 }],
  ['revoke', { usage: USAGE, needs: ['EMAIL'] }],
  ['list', { usage: USAGE }],
])

const COMMAND = { usage: USAGE, needs: ['A command'], more: Number.POSITIVE_INFINITY, failed: 'Not changed' }

runCommand(COMMAND, async ({ positionals: [command = '', ...operands] }) => {
  const takes = OPERANDS.get(command)
  if (!takes) throw refusal(`There is no command "${command}".`, USAGE)
  readArguments(['--', ...operands], takes)
  const [email = '', named = 'moderator'] = operands
  const granted = roles.find((one) => one === named)
  if (!granted) throw refusal(`"${named}" is no role: it is moderator or admin.`, USAGE)
  const cleanup = new AsyncDisposableStack()
  try {
    const config = loadConfig(readEnvironment())
    const databaseUrl = await startDatabase(config, console, cleanup, true)
    const { db } = connect(databaseUrl, 1)
    cleanup.defer(() => db.destroy())
    await prepareDatabase(db, { seconds: config.databaseWait, log: console })
    const role = command === 'grant' ? granted : 'member'
    console.log(command === 'list' ? await list(db) : await change(db, email, role))
  } finally {
    await cleanup.disposeAsync()
  }
})

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
