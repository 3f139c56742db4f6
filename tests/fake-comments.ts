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

/** Answers the comments of a post, twenty at once, and what the signed-in person writes; it changes `all`, the newest first. */
export function answerComments(all: Comment[]) {
  return {
    getComments: ({ cursor }) => {
      const start = cursor ? all.findIndex(({ id }) => id === cursor) + 1 : 0
      const data = all.slice(start, start + 20)
      const tasty = all.filter((one) => one.tasty)
      return {
        data,
        nextCursor: start + 20 < all.length ? (data.at(-1)?.id ?? null) : null,
        tastyCount: tasty.length,
        tastyAuthors: tasty.slice(0, 3).map(({ author }) => author),
      }
    },
    addComment: ({ text, tasty }) => {
      const added = ownComment(`own${all.length + 1}`, { text, tasty: tasty ?? false })
      all.unshift(added)
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
