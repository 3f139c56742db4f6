import type { Mark, Target } from '../posts/cards/toggle-mark.ts'

/** A button that a visitor pressed: a mark of a post or place, '팔로우' of an author, or the heart of a collection's entry. */
export type Press = `${Mark} ${Target}` | `followed ${string}` | `chosen ${string} ${string}`

/**
 * A press for which a visitor was asked to log in, with its time, to be repeated after the login. The state of the login's history
 * entry holds it, which no other site can set; during a login at a provider the tab's storage does (`kept-press.ts`).
 */
export type PendingPress = Readonly<{ press: Press; at: number }>
