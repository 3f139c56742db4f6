import * as v from 'valibot'
import { cleanText } from './text.ts'
import { textWithin } from './validate.ts'

/** Most code points. */
export const commentLimits = { text: 200 } as const

/** Threads of one page of a post's comments; replies come on top. */
export const THREADS_PER_PAGE = 20

/** Replies of each thread in a list of comments. */
export const FIRST_REPLIES_PER_THREAD = 3
/** Further replies of one response. */
export const REPLIES_PER_PAGE = 20

/** Replies not shown yet are counted up to this number. */
export const MOST_COUNTED_REPLIES = 100

/** Shown text of a comment without text. */
export const TASTY_TOO_TEXT = '저도 맛있었어요'

export const commentMessages = {
  empty: '댓글을 한 글자 이상 적어 주세요.',
  long: `댓글을 ${commentLimits.text}자 이내로 적어 주세요.`,
  notFound: '댓글을 찾을 수 없어요.',
  /** Shown for a thread's first comment that the reader cannot see, whatever the reason. */
  gone: '삭제된 댓글이에요',
} as const

const text = textWithin(cleanText, commentLimits.text, commentMessages.long)

/** Only '저도 맛있었어요' needs no text; a picture and a reply need some. */
export const commentSchema = v.pipe(
  v.object({
    text,
    tasty: v.optional(v.nullable(v.boolean()), null),
    image: v.optional(v.nullable(v.string()), null),
    parent: v.optional(v.nullable(v.string()), null),
  }),
  v.transform(({ text, tasty, image, parent }) => ({ text, tasty: tasty ?? false, image: image || null, parent })),
  v.forward(
    v.check(
      ({ text, tasty, image, parent }) => text !== '' || (tasty && image === null && parent === null),
      commentMessages.empty,
    ),
    ['text'],
  ),
)

/** The new text when a comment is edited. */
export const commentTextSchema = v.object({ text })

export type CommentInput = v.InferOutput<typeof commentSchema>
