import { type PostInput, postFields } from '#rules/post.ts'
import type { PlaceValues } from '../../map/picker/place-values.ts'

/** Fields that are chosen and not typed; null until then. */
const chosen = ['image', 'lat', 'lng'] as const
type Chosen = (typeof chosen)[number]

/** The post's fields in the form; the server's post has the same names. */
type TypedPost = { [Name in keyof PostInput]: Name extends Chosen ? PostInput[Name] : string }

/** The values of the form: those of the post, and the state of choosing its place. */
export type PostValues = TypedPost & PlaceValues

/** The post that a form starts with. */
export type InitialPost = { [Name in keyof TypedPost]: TypedPost[Name] | null }

/** The fields that a draft keeps. */
export const draftFields = [...postFields, 'proposed', 'isAddressTyped'] as const satisfies (keyof PostValues)[]

/** The values for this post; for null, those of an empty form. */
export function valuesOf(post: InitialPost | null): PostValues {
  const empty = (name: keyof TypedPost) => (chosen.some((one) => one === name) ? null : '')
  const typed = Object.fromEntries(postFields.map((name) => [name, post?.[name] ?? empty(name)])) as TypedPost
  // An address without a position was typed.
  return { ...typed, proposed: null, isAddressTyped: typed.address !== '' && typed.lat === null }
}
