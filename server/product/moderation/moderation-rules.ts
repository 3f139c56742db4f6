import { isIP } from 'node:net'
import { sql } from 'kysely'
import type {
  CountResult,
  EffectiveLimit,
  ModerationRules,
  MutationSetModerationRuleArgs,
  MutationSetSignupModeArgs,
} from '#contract/schema.gen.ts'
import { moderationLimits, moderationMessages } from '#rules/moderation.ts'
import { cleanLine, composeText, countCharacters } from '#rules/text.ts'
import type { MemberContext } from '../../platform/context.ts'
import { changesOf } from '../../platform/database/changes.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { badInput } from '../../platform/errors.ts'
import { networkOf } from '../../platform/limits/networks.ts'
import { addToModerationRecord, unmarkedForm } from '../enforcement/decisions.ts'
import { loadSignupMode } from '../enforcement/require-writer.ts'
import { requireModerationRight } from './policy.ts'

/** Limit of words, domains and networks each: every post is compared with all words. */
const MOST_RULES = 1000

export async function getModerationRules(context: MemberContext): Promise<ModerationRules> {
  const rows = await context.db.selectFrom('moderation_rules').select(['kind', 'value']).orderBy('value').execute()
  const of = (wanted: string) => rows.filter(({ kind }) => kind === wanted).map(({ value }) => value)
  const signup = await loadSignupMode(context.db)
  return { words: of('word'), domains: of('domain'), networks: of('network'), signup }
}

/** LIMITS, and the rate limits that apply, with what the operator has set. @throws {AppError} FORBIDDEN for moderators */
export async function getLimits({ session, config }: MemberContext): Promise<EffectiveLimit[]> {
  requireModerationRight(session, 'open')
  const { strictness, effective } = config.limits
  const each = effective.map(({ name, value, isOwn }) => ({ name, value, own: isOwn }))
  return [{ name: 'LIMITS', value: strictness, own: false }, ...each]
}

/** Adds a rule with `on`, or removes it. @throws {AppError} BAD_USER_INPUT */
export async function setModerationRule(
  context: MemberContext,
  { kind, value, on }: MutationSetModerationRuleArgs,
): Promise<CountResult> {
  const { accountId } = context.session
  const plain = countCharacters(value) <= moderationLimits.word * 2 ? plainValue[kind](value) : null
  if (plain === null) throw badInput([{ field: 'value', message: moderationMessages.rule[kind] }])
  const count = await context.db.transaction().execute(async (tx) => {
    const changed = on ? await add(tx, kind, plain) : await remove(tx, kind, plain)
    if (changed) {
      await addToModerationRecord(tx, {
        actorId: accountId,
        action: on ? 'add rule' : 'remove rule',
        kind,
        reason: plain,
      })
    }
    return changed ? 1 : 0
  })
  return { count, id: null }
}

type Kind = MutationSetModerationRuleArgs['kind']

/** Form in which values are compared; null for an invalid one. */
const plainValue: Record<Kind, (value: string) => string | null> = {
  word: (value) =>
    unmarkedForm(value) === '' ? null : composeText(cleanLine(value).toLowerCase()).replaceAll(' ', ''),
  domain: (value) => {
    const domain = value.trim().toLowerCase().replace(/^@/, '')
    return /^([a-z0-9-]+\.)+[a-z]{2,}$/.test(domain) ? domain : null
  },
  network: (value) => (isIP(value.trim()) === 0 ? null : networkOf(value.trim())),
}

async function add(tx: Queryable, kind: Kind, value: string): Promise<boolean> {
  const { rows } = await sql`insert into moderation_rules (kind, value) select ${kind}, ${value}
    where ${sql.lit(MOST_RULES)} > (select count(*) from moderation_rules where kind = ${kind})
    on conflict do nothing returning value`.execute(tx)
  return rows.length > 0
}

async function remove(tx: Queryable, kind: Kind, value: string): Promise<boolean> {
  const removed = tx.deleteFrom('moderation_rules').where('kind', '=', kind).where('value', '=', value)
  return (await removed.executeTakeFirst()).numDeletedRows > 0n
}

/** @throws {AppError} FORBIDDEN for moderators */
export async function setSignupMode(context: MemberContext, { mode }: MutationSetSignupModeArgs): Promise<CountResult> {
  const { accountId } = context.session
  requireModerationRight(context.session, 'open')
  await context.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('moderation_settings')
      .values({ signup: mode })
      .onConflict((conflict) => conflict.column('single').doUpdateSet({ signup: mode }))
      .execute()
    await addToModerationRecord(tx, { actorId: accountId, action: 'set signup', reason: mode })
  })
  changesOf(context.db).announce(null)
  return { count: 1, id: null }
}
