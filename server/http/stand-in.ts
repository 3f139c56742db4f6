import { randomBytes, randomInt } from 'node:crypto'
import type { Viewer } from '#contract/page-context.ts'

/**
 * The stand-in is an imaginary member for whom a page is rendered once for all members (docs/decisions/0160). Values
 * that differ between readers are marks in such a page, which are replaced for each reader. Marks are random for each
 * process and never sent, so nobody can write one into a post.
 */

const SECRET = randomBytes(15).toString('base64url')

/** Marks for texts, in the form of a handle or picture key: 22 URL-safe characters. */
const texts = {
  username: `${SECRET}un`,
  emailName: `${SECRET}en`,
  emailHost: `${SECRET}eh`,
  handle: `${SECRET}ha`,
  pictureKey: `${SECRET}pk`,
} as const

/** The mark for a number; no other number of a page has 15 digits. */
const longNumber = () => randomInt(1e14, 2 ** 48 - 1)
const numbers = { questionIndex: longNumber(), hue: longNumber() } as const

/** A mark: for a value of the reader, or for whether they like a post. */
export type Slot = Readonly<{ value: keyof OwnValues } | { likedPost: string }>

export type OwnValues = Readonly<Record<keyof typeof texts, string> & Record<keyof typeof numbers, number>>

const valuesByMark = new Map<string, keyof OwnValues>(
  Object.entries({ ...texts, ...numbers }).map(([name, mark]) => [String(mark), name as keyof OwnValues]),
)

const likedMark = (postId: string) => `${SECRET}li${postId}.`
const LIKED = new RegExp(`${SECRET}li(\\d+)\\.`)
const anyValue = [...valuesByMark.keys()].join('|')
const IN_HTML = new RegExp(`(${LIKED.source.replace('(', '(?:')}|${anyValue})`)
/** In a script `liked` is a boolean, so the quotes around the mark are replaced too. */
const IN_SCRIPT = new RegExp(`("${LIKED.source.replace('(', '(?:')}"|${anyValue})`)

/** The stand-in for members with or without a picture; `pictureUrl` makes its URL from a key. */
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

/** A member's values for the marks; `pictureKey` is '' without a picture. */
export function ownValues({ email, username, jwt, questionIndex, hue }: Viewer, pictureKey: string): OwnValues {
  const at = email.lastIndexOf('@')
  const [emailName, emailHost] = [email.slice(0, at), email.slice(at + 1)]
  return { username, emailName, emailHost, handle: jwt, pictureKey, questionIndex, hue }
}

/** The posts that a page has read for the stand-in. */
export type PostsRead = {
  /** Ids of the posts that show whether the reader likes them. */
  likeable: Set<string>
  /** Handles of the posts' authors. */
  authors: Set<string>
}

/**
 * Changes a result of the API for the stand-in: `liked` becomes a mark, and posts of `owner` become the stand-in's
 * own. Adds the posts to `read`.
 */
export function markResult(result: unknown, owner: string | null, read: PostsRead): unknown {
  return JSON.parse(JSON.stringify(result), (_key, value: unknown) => {
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
