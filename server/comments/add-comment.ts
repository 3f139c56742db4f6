import type { MutationAddCommentArgs } from '#contract/schema.gen.ts'
import { type CommentInput, commentSchema } from '#rules/comment.ts'
import { serverFailures } from '#rules/errors.ts'
import { cutCharacters } from '#rules/text.ts'
import { limited, type OperationContext, requireSession, type Session } from '../context.ts'
import { changesOf } from '../db/changes.ts'
import type { Queryable } from '../db/connect.ts'
import { reserveKey, storedKey } from '../db/idempotency.ts'
import { AppError, checkInput, requireId } from '../errors.ts'
import { hasHeldWord, hold } from '../house-rules/decisions.ts'
import { setImage } from '../images/image-uses.ts'
import { notify } from '../notifications/notify.ts'
import { loadComment, noComment, type PresentedComment, presentComment } from './present-comment.ts'
import { insertComment, lockPost } from './write-comment.ts'

/** Of a comment that its author is told about, in code points. */
export const TITLE = 80

type Added = CommentInput & Readonly<{ postId: number; accountId: number }>

/**
 * Adds a comment of the caller. A request with the same key adds nothing and returns the first one's comment. Whoever
 * has said that it is tasty does not say so again: without text the first comment is returned.
 * @throws {AppError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, NOT_FOUND, CONFLICT when the key belongs to other
 * contents, RATE_LIMITED
 */
export async function addComment(context: OperationContext, args: MutationAddCommentArgs): Promise<PresentedComment> {
  const session = requireSession(context)
  const { accountId } = session
  const input = checkInput(commentSchema, args)
  const comment = { ...input, postId: requireId(args.post), accountId }
  const key = storedKey(args.key) ?? context.idempotencyKey
  const id = await limited(context, 'comment', () => add(context, session, comment, key))
  changesOf(context.db).announce({ kind: 'comment', postId: comment.postId })
  return presentComment(context, await loadComment(context, id))
}

function add(context: OperationContext, reader: Session, comment: Added, key: string | null): Promise<number> {
  const { postId, accountId, text, tasty } = comment
  return context.db.transaction().execute(async (tx) => {
    const recipientId = await lockPost(tx, reader, postId, accountId)
    const contents = { postId, text, tasty, image: comment.image }
    // Without text it is a wanted state, which needs no key.
    const reserved = key === null || text === '' ? null : await reserveKey(tx, 'comments', { accountId, key, contents })
    if (reserved?.isNew === false) {
      if (!reserved.isSame) throw new AppError('CONFLICT', { message: serverFailures.usedKey })
      return reserved.id
    }
    const image = await context.images.claim(tx, comment.image, { uploader: context.uploader, accountId })
    const hidden = await hasHeldWord(tx, [text])
    const row = { id: reserved?.id, postId, accountId, text, hidden }
    const added = await insertComment(tx, { ...row, tasty })
    if (added === null && text === '') return findTasty(tx, comment)
    const id = added ?? (await insertComment(tx, { ...row, tasty: false })) ?? 0
    await setImage(tx, { comment_id: id }, image)
    if (hidden) await hold(tx, { kind: 'comment', itemId: id, authorId: accountId, title: cutCharacters(text, TITLE) })
    else await notify(tx, { kind: 'comment', recipientId, actorId: accountId, postId, commentId: id })
    return id
  })
}

async function findTasty(tx: Queryable, { postId, accountId }: Added): Promise<number> {
  const comment = await tx
    .selectFrom('comments')
    .select('id')
    .where('post_id', '=', postId)
    .where('account_id', '=', accountId)
    .where('tasty', '=', true)
    .executeTakeFirst()
  // They have deleted it meanwhile.
  if (!comment) throw noComment()
  return comment.id
}
