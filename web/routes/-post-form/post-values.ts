import { type PostInput, postFields } from '#rules/post.ts'

/** Fields that are chosen, not typed: null until then. */
const chosen = ['image', 'lat', 'lng'] as const
type Chosen = (typeof chosen)[number]

/** What is typed and chosen; the server's post has the same names. */
export type PostValues = { [Name in keyof PostInput]: Name extends Chosen ? PostInput[Name] : string }

/** What a form starts from. */
export type InitialPost = { [Name in keyof PostValues]: PostValues[Name] | null }

/** The values that show this post; those of an empty form for null. */
export function valuesOf(post: InitialPost | null): PostValues {
  const empty = (name: keyof PostValues) => (chosen.some((one) => one === name) ? null : '')
  return Object.fromEntries(postFields.map((name) => [name, post?.[name] ?? empty(name)])) as PostValues
}
