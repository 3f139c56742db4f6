import type { CountResult, MutationEndSessionArgs, SessionInfo } from '#contract/schema.gen.ts'
import { parseId } from '#rules/validate.ts'
import type { MemberContext } from '../../../platform/context.ts'
import { closeSession, isSessionAlive } from './sessions.ts'

export async function getSessions(context: MemberContext): Promise<SessionInfo[]> {
  const { session } = context
  const rows = await context.db
    .selectFrom('sessions')
    .select([
      'id',
      'user_agent',
      'created_at',
      'last_used_at',
      'persistent',
      'by_passkey',
      'two_step',
      'by_provider',
      'way',
    ])
    .where('account_id', '=', session.accountId)
    .where(isSessionAlive)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    device: deviceName(row.user_agent),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    autoLogin: row.persistent,
    current: row.id === session.id,
    byPasskey: row.by_passkey,
    twoStep: row.two_step,
    provider: row.by_provider,
    way: row.way,
  }))
}

export async function endSession(context: MemberContext, args: MutationEndSessionArgs): Promise<CountResult> {
  const { session } = context
  const id = parseId(args.id)
  if (id === null) return { count: 0, id: null }
  const ended = await context.db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('account_id', '=', session.accountId)
    .returning('id')
    .executeTakeFirst()
  if (ended?.id === session.id) context.cookies.clearSession()
  return { count: ended ? 1 : 0, id: args.id }
}

export async function logout(context: MemberContext): Promise<CountResult> {
  const { session } = context
  await closeSession(context.db, session.id)
  context.cookies.clearSession()
  // The next person at this computer may be somebody else.
  context.cookies.clearPendingLogin()
  return { count: 1, id: null }
}

const browsers: readonly [RegExp, string][] = [
  [/KAKAOTALK/i, '카카오톡'],
  [/NAVER\(inapp/i, '네이버 앱'],
  [/Whale\//, '웨일'],
  [/SamsungBrowser\//, '삼성 인터넷'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Usual names of the browser and its system: 'Chrome · Android'. */
export function deviceName(userAgent: string | null): string {
  const find = (names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const parts = [find(browsers), find(systems)].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(' · ') : '알 수 없는 기기'
}
