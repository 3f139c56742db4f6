import type { Viewer } from '#contract/page-context.ts'
import { hueOf } from '#rules/hue.ts'
import type { OperationContext } from '../context.ts'

/** The signed-in person as a page may know them (P4): without the security answer. */
export async function loadViewer(context: OperationContext): Promise<Viewer | null> {
  const { session } = context
  if (!session) return null
  const row = await context.db
    .selectFrom('accounts as a')
    .leftJoin('images as i', 'i.id', 'a.image_id')
    .select(['a.email', 'a.username', 'a.question_index', 'a.image_url', 'i.key'])
    .where('a.id', '=', session.accountId)
    .executeTakeFirst()
  return row
    ? {
        image: row.key === null ? row.image_url : context.images.urlOf(row.key),
        email: row.email,
        username: row.username,
        jwt: session.handle,
        questionIndex: row.question_index,
        hue: hueOf(row.username),
        restricted: session.restricted,
      }
    : null
}
