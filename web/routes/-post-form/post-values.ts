import { type PostInput, postFields } from '#rules/post.ts'
import type { PlaceValues } from '../../map/picker/place-values.ts'

/** Fields that are chosen, not typed: null until then. */
const chosen = ['image', 'lat', 'lng'] as const
type Chosen = (typeof chosen)[number]

/** What is typed and chosen of a post; the server's post has the same names. */
type TypedPost = { [Name in keyof PostInput]: Name extends Chosen ? PostInput[Name] : string }

/** What the form holds: the post, and what the form alone knows of its place. */
export type PostValues = TypedPost & PlaceValues

/** What a form starts from. */
export type InitialPost = { [Name in keyof TypedPost]: TypedPost[Name] | null }

/** What a draft keeps. */
export const draftFields = [...postFields, 'proposed', 'isAddressTyped'] as const satisfies (keyof PostValues)[]

/** The values that show this post; those of an empty form for null. */
export function valuesOf(post: InitialPost | null): PostValues {
  const empty = (name: keyof TypedPost) => (chosen.some((one) => one === name) ? null : '')
  const typed = Object.fromEntries(postFields.map((name) => [name, post?.[name] ?? empty(name)])) as TypedPost
  // An address without a position was no pin's.
  return { ...typed, proposed: null, isAddressTyped: typed.address !== '' && typed.lat === null }
}
