import { sql } from 'kysely'
import * as v from 'valibot'
import type { LoginProvider } from '#rules/provider-login.ts'
import type { Services } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { boundedFetch } from './bounded-fetch.ts'

const HOUR_MS = 3_600_000

/** Hours after which an unlink is given up; until then its job is repeated with growing pauses. */
const HOURS = 24

const shape = v.object({ subject: v.string(), until: v.number() })

type Parts = Pick<Services, 'config'>

/**
 * Asks Kakao later to forget that its account was linked. Naver takes that only with a token of the member, and none is
 * kept, so members end it there themselves.
 */
export async function queueKakaoUnlink(
  tx: Queryable,
  { config }: Parts,
  { provider, subject }: Readonly<{ provider: LoginProvider; subject: string }>,
): Promise<void> {
  if (provider !== 'kakao' || !config.logins.kakao?.adminKey) return
  const payload = JSON.stringify({ subject, until: Date.now() + HOURS * HOUR_MS })
  await sql`select graphile_worker.add_job('unlink_login', ${payload}::json, job_key := ${`unlink ${subject}`})`.execute(
    tx,
  )
}

/** Ends a link at Kakao, unless the same account there was linked again meanwhile. @throws to have the job repeated */
export async function unlinkAtKakao({ config, db, log }: Pick<Services, 'config' | 'db' | 'log'>, payload: unknown) {
  const { subject, until } = v.parse(shape, payload)
  const keys = config.logins.kakao
  if (!keys?.adminKey) return
  const linked = await db
    .selectFrom('linked_logins')
    .select('id')
    .where('provider', '=', 'kakao')
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (linked) return
  try {
    const reply = await boundedFetch(`${keys.url ?? 'https://kapi.kakao.com'}/v1/user/unlink`, {
      method: 'POST',
      headers: {
        authorization: `KakaoAK ${keys.adminKey}`,
        'content-type': 'application/x-www-form-urlencoded;charset=utf-8',
      },
      body: new URLSearchParams({ target_id_type: 'user_id', target_id: subject }).toString(),
    })
    // 400 also says that there is no such link any more.
    if (reply.status === 200 || reply.status === 400) return
    throw new Error(`status ${reply.status}`)
  } catch (error) {
    if (Date.now() < until) throw error
    log.warn({ reason: (error as Error).message }, 'Kakao did not end a link; it is not tried again')
  }
}
