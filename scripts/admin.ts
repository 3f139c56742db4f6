import { emailKey } from '#rules/account.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Queryable } from '#server/platform/database/connect.ts'
import { readSecrets } from '#server/platform/secrets.ts'
import { StartError } from '#server/platform/start-error.ts'
import { resetSignInToPassword } from '#server/product/accounts/two-step/reset-sign-in.ts'
import { requireOtherAdmin } from '#server/product/enforcement/require-writer.ts'
import { changeRole } from '#server/product/moderation/members.ts'
import { openDatabase } from './programs/open-database.ts'
import { readArguments, runCommand, usageError } from './programs/run-command.ts'

const USAGE = `Usage: npm run admin -- grant EMAIL [moderator|admin]
       npm run admin -- revoke EMAIL
       npm run admin -- reset EMAIL
       npm run admin -- list

grant makes the member with that e-mail address a moderator, or with "admin" one who also names moderators and says who
may sign up. revoke makes them a member like all others. reset takes off two-step sign-in and passkeys, ends all sessions, and tells
the owner by mail: for somebody who has lost their phone and their recovery codes. The site may stay running.`

const roles = ['moderator', 'admin'] as const

/** Operands of each command. */
const OPERANDS = new Map([
  ['grant', { usage: USAGE, needs: ['EMAIL'], more: 1 }],
  ['revoke', { usage: USAGE, needs: ['EMAIL'] }],
  ['reset', { usage: USAGE, needs: ['EMAIL'] }],
  ['list', { usage: USAGE }],
])

const COMMAND = { usage: USAGE, needs: ['A command'], more: Number.POSITIVE_INFINITY, failed: 'Not changed' }

runCommand(COMMAND, async ({ positionals: [command = '', ...operands] }) => {
  const takes = OPERANDS.get(command)
  if (!takes) throw usageError(`There is no command "${command}".`, USAGE)
  readArguments(['--', ...operands], takes)
  const [email = '', named = 'moderator'] = operands
  const granted = roles.find((one) => one === named)
  if (!granted) throw usageError(`"${named}" is no role: it is moderator or admin.`, USAGE)
  const cleanup = new AsyncDisposableStack()
  try {
    const { config, db } = await openDatabase(cleanup, 1)
    const run = {
      list: () => list(db),
      reset: () => reset(db, config, email),
      grant: () => change(db, email, granted),
      revoke: () => change(db, email, 'member'),
    }
    console.log(await run[command as keyof typeof run]())
  } finally {
    await cleanup.disposeAsync()
  }
})

type Role = (typeof roles)[number] | 'member'

function change(db: Database, email: string, role: Role): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, email)
    const { id, username } = account
    if (account.role === role) return `${username} (${email}) is ${named[role]} already.`
    if (account.role === 'admin') {
      await requireOtherAdmin(tx, id).catch(() => {
        throw new StartError(`${username} (${email}) is the last admin. Grant another member "admin" first.`)
      })
    }
    await changeRole(tx, { actorId: null, accountId: id, role })
    const changed = `${username} (${email}) is ${named[role]} now. It holds from their next request on.`
    return role === 'member'
      ? changed
      : `${changed} At /admin they need two-step sign-in or a passkey (STAFF_GRACE_DAYS).`
  })
}

async function lockAccount(tx: Queryable, email: string) {
  const account = await tx
    .selectFrom('accounts')
    .select(['id', 'username', 'role'])
    .where('email_key', '=', emailKey(email))
    .forUpdate()
    .executeTakeFirst()
  if (!account) throw new StartError(`No member has the e-mail address ${email}. They sign up first.`)
  return account
}

async function reset(db: Database, config: Config, email: string): Promise<string> {
  const secrets = await readSecrets(config)
  if (!secrets) throw new StartError(`There is no key in ${config.dataDir}: start the site once, or set DATA_DIR.`)
  return db.transaction().execute(async (tx) => {
    const { id, username } = await lockAccount(tx, email)
    const isReset = await resetSignInToPassword(tx, { config, secrets, ip: '127.0.0.1', session: null }, id)
    const person = `${username} (${email})`
    if (!isReset) return `${person} has neither two-step sign-in nor a passkey, so nothing was changed.`
    return `${person} signs in with the password alone now. All their sessions have ended, and they get a mail.`
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
