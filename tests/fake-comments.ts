import type { Comment } from '#web/comments/comments-query.ts'
import type { Answers } from './screens/answers.ts'
import { viewer } from './viewer.ts'

/** Comments for tests of a post's page. */

export function comment(id: string, fields: Partial<Comment> = {}): Comment {
  return {
    id,
    text: `댓글 ${id}번`,
    tasty: false,
    createdAt: '2026-11-01T00:00:00.000Z',
    edited: false,
    hiddenBecause: null,
    parent: null,
    mentions: [],
    image: null,
    author: { handle: 'duri', username: '이두리', image: null },
    ...fields,
  }
}

/** A comment of the signed-in person. */
export function ownComment(id: string, fields: Partial<Comment> = {}): Comment {
  const { jwt: handle, username, image } = viewer
  return comment(id, { author: { handle, username, image }, ...fields })
}

/**
 * Responses about the comments of a post, `all`: lists with twenty threads a page, and what the signed-in person writes, which
 * changes `all`. The newest comment is first, and replies are behind their comment.
 */
export function answerComments(all: Comment[]) {
  const threadOf = ({ id, parent }: Comment) => parent ?? id
  const repliesTo = (thread: string) => all.filter(({ parent }) => parent === thread)
  const moreOf = (parent: string, from: number) => {
    const count = repliesTo(parent).length - from
    return count > 0 ? { parent, count, cursor: String(from) } : null
  }
  return {
    getReplies: ({ parent, cursor }) => {
      const from = Number(cursor ?? 0)
      const thread = all.find(({ id }) => id === parent)?.parent ?? parent
      return { data: repliesTo(thread).slice(from, from + 20), more: moreOf(thread, from + 20) }
    },
    getComments: ({ cursor }) => {
      const threads = [...new Set(all.map(threadOf))]
      const start = cursor ? threads.indexOf(cursor) + 1 : 0
      const page = threads.slice(start, start + 20)
      const listed = (thread: string) => [...all.filter(({ id }) => id === thread), ...repliesTo(thread).slice(0, 3)]
      const tasty = all.filter((one) => one.tasty)
      return {
        data: page.flatMap(listed),
        more: page.flatMap((thread) => moreOf(thread, 3) ?? []),
        nextCursor: start + 20 < threads.length ? (page.at(-1) ?? null) : null,
        tastyCount: tasty.length,
        tastyAuthors: tasty.slice(0, 3).map(({ author }) => author),
      }
    },
    addComment: ({ text, tasty, parent = null }) => {
      const answered = all.find(({ id }) => id === parent)
      const thread = answered ? threadOf(answered) : null
      const added = ownComment(`own${all.length + 1}`, { text, tasty: tasty ?? false, parent: thread })
      all.splice(thread === null ? 0 : all.findLastIndex((one) => threadOf(one) === thread) + 1, 0, added)
      return added
    },
    editComment: ({ id, text }) => {
      const at = all.findIndex((one) => one.id === id)
      const edited = { ...(all[at] ?? comment(id)), text, edited: true }
      all[at] = edited
      return edited
    },
    deleteComment: ({ id }) => {
      all.splice(0, all.length, ...all.filter((one) => one.id !== id))
      return { count: 1 }
    },
  } satisfies Answers
}
