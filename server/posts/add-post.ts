import type { CountResult, MutationAddPostArgs } from '#contract/schema.gen.ts'
import { postSchema } from '#rules/post.ts'
import { type OperationContext, requireOwn, requireSession } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { checkInput } from '../errors.ts'
import { type NewPost, postGroups } from './post-groups.ts'
import type { WriteGroups } from './write-groups.ts'

/**
 * Adds a post of the caller. A request with the same `Idempotency-Key` adds nothing and returns the first one's id,
 * also when both run at once. `username` and `user_profile` are ignored (P23).
 * @throws {AppError} BAD_USER_INPUT, UNAUTHENTICATED, FORBIDDEN when `user_id` is another person's, CONFLICT when the key
 * belongs to a post with other contents, RATE_LIMITED
 */
export async function addPost(context: OperationContext, args: MutationAddPostArgs): Promise<CountResult> {
  const session = requireSession(context)
  const input = checkInput(postSchema, args)
  if (typeof args.user_id === 'string') requireOwn(session, args.user_id)
  const { accountId } = session
  const { ip, uploader, idempotencyKey: key } = context
  const post = { accountId, uploader, key, input }
  const id = await context.rateLimits.count('post', { accountId, ip }, () => groupsIn(context).write(post))
  return { count: 1, id: String(id) }
}

const groupsOfDatabases = new WeakMap<Database, WriteGroups<NewPost, number>>()

/** The groups of new posts of one process. */
function groupsIn({ db, images }: Pick<OperationContext, 'db' | 'images'>): WriteGroups<NewPost, number> {
  const groups = groupsOfDatabases.get(db) ?? postGroups({ db, images })
  groupsOfDatabases.set(db, groups)
  return groups
}
