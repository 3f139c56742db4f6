import type { Mark, Target } from '../posts/cards/toggle-mark.ts'

/** A visitor's press: a mark, '팔로우' of an author, or the heart of a collection's entry. */
export type Press = `${Mark} ${Target}` | `followed ${string}` | `chosen ${string} ${string}`

/**
 * A press for which a visitor was asked to log in. It is in the state of the login's history entry, which no other site can set and
 * which only the way through that login passes on; a login at a provider takes it along in the tab's storage (`carried-wish.ts`).
 */
export type Wish = Readonly<{ press: Press; at: number }>
