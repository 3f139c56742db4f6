import { randomBytes, randomInt } from 'node:crypto'
import type { Viewer } from '#contract/page-context.ts'

/**
 * The stand-in is the member for whom pages are rendered once for all members (docs/decisions/0160). What such a page says to
 * its reader alone is a mark, which is replaced for each of them. Marks are random for each process and never sent, so
 * nobody can write one into a post.
 */

const SECRET = randomBytes(15).toString('base64url')

/** Each has the form of a handle and of a picture's key: 22 URL-safe characters. */
const texts = {
  username: `${SECRET}un`,
  emailName: `${SECRET}en`,
  emailHost: `${SECRET}eh`,
  handle: `${SECRET}ha`,
  pictureKey: `${SECRET}pk`,
} as const

/** No other number of a page has 15 digits. */
const longNumber = () => randomInt(1e14, 2 ** 48 - 1)
const numbers = { questionIndex: longNumber(), hue: longNumber() } as const

/** What stands in a page for each reader: a value of theirs, or whether they like a post. */
export type Slot = Readonly<{ value: keyof OwnValues } | { likedPost: string }>

export type OwnValues = Readonly<Record<keyof typeof texts, string> & Record<keyof typeof numbers, number>>

const valuesByMark = new Map<string, keyof OwnValues>(
  Object.entries({ ...texts, ...numbers }).map(([name, mark]) => [String(mark), name as keyof OwnValues]),
)

const likedMark = (postId: string) => `${SECRET}li${postId}.`
const LIKED = new RegExp(`${SECRET}li(\\d+)\\.`)
const anyValue = [...valuesByMark.keys()].join('|')
const IN_HTML = new RegExp(`(${LIKED.source.replace('(', '(?:')}|${anyValue})`)
/** In a script whether a post is liked is no text, so the quotes belong to the mark. */
const IN_SCRIPT = new RegExp(`("${LIKED.source.replace('(', '(?:')}"|${anyValue})`)

/** The stand-in for members with a picture, whose address `pictureUrl` makes from its key, or for those without one. */
export function standIn(pictureUrl: ((key: string) => string) | null): Viewer {
  return {
    image: pictureUrl?.(texts.pictureKey) ?? null,
    email: `${texts.emailName}@${texts.emailHost}`,
    username: texts.username,
    jwt: texts.handle,
    ...numbers,
    restricted: false,
  }
}

/** The member's values of the marks; `pictureKey` is '' without a picture. */
export function ownValues({ email, username, jwt, questionIndex, hue }: Viewer, pictureKey: string): OwnValues {
  const at = email.lastIndexOf('@')
  const [emailName, emailHost] = [email.slice(0, at), email.slice(at + 1)]
  return { username, emailName, emailHost, handle: jwt, pictureKey, questionIndex, hue }
}

/** What a page read of posts for the stand-in. */
export type PostsRead = {
  /** Ids of the posts that show whether the reader likes them. */
  likeable: Set<string>
  /** Handles of the posts' authors. */
  authors: Set<string>
}

/**
 * An answer of the API as the stand-in gets it: with a mark for whether they like a post, and as the author of what `owner`
 * wrote. Notes in `read` which posts there are.
 */
export function markAnswer(answer: unknown, owner: string | null, read: PostsRead): unknown {
  return JSON.parse(JSON.stringify(answer), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const { id, liked, user_id } = value as { id?: unknown; liked?: unknown; user_id?: unknown }
    if (typeof user_id === 'string') read.authors.add(user_id)
    if (typeof liked === 'boolean') read.likeable.add(String(id))
    return {
      ...value,
      ...(typeof liked === 'boolean' && { liked: likedMark(String(id)) }),
      ...(typeof user_id === 'string' && user_id === owner && { user_id: texts.handle }),
    }
  })
}

/** Splits a part of a page at its marks. */
export function splitAtMarks(text: string, isScript: boolean): (string | Slot)[] {
  return text.split(isScript ? IN_SCRIPT : IN_HTML).map((piece, index) => (index % 2 === 0 ? piece : slotOf(piece)))
}

function slotOf(mark: string): Slot {
  const value = valuesByMark.get(mark)
  return value ? { value } : { likedPost: LIKED.exec(mark)?.[1] ?? '' }
}
