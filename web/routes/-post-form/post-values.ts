import { type PostInput, postFields, postMessages, postSchema } from '#rules/post.ts'
import { type Checked, check } from '#rules/validate.ts'
import type { Uploads } from '../../images/photos-field.tsx'
import type { CheckedForm } from '../../kit/use-checked-form.ts'
import type { PlaceChange, PlaceValues } from '../../places/map/picker/place-values.ts'

/** Fields that are chosen and not typed; null until then. */
const chosen = ['lat', 'lng', 'kind', 'price'] as const
type Chosen = (typeof chosen)[number]

/** Fields of which several are chosen or typed. */
const listed = ['images', 'dishes', 'closed_on', 'traits'] as const
type Listed = (typeof listed)[number]

/** The post's fields in the form; the server's post has the same names. */
type TypedPost = { [Name in keyof PostInput]: Name extends Chosen | Listed ? PostInput[Name] : string }

/** The values of the form: those of the post, and the states of choosing its place and of uploading its photos. */
export type PostValues = TypedPost & PlaceValues & { uploads: Uploads }

/** The form with these values. */
export type CheckedPostForm = CheckedForm<PostValues, PostInput>

/** The post that a form starts with. */
export type InitialPost = { [Name in keyof TypedPost]: TypedPost[Name] | null }

/** The fields that a draft keeps. */
export const draftFields = [...postFields, 'proposed', 'isAddressTyped'] as const satisfies (keyof PostValues)[]

/** The values for this post; for null, those of an empty form. */
export function valuesOf(post: InitialPost | null): PostValues {
  const empty = (name: keyof TypedPost) =>
    listed.some((one) => one === name) ? [] : chosen.some((one) => one === name) ? null : ''
  const typed = Object.fromEntries(postFields.map((name) => [name, post?.[name] ?? empty(name)])) as TypedPost
  // An address without a position was typed.
  return { ...typed, proposed: null, isAddressTyped: typed.address !== '' && typed.lat === null, uploads: 'none' }
}

const uploadMessages = { running: postMessages.imagesRunning, failed: postMessages.imagesFailed } as const

/** By the server's rule; photos that are not uploaded yet would be missing. */
export function checkPost({ uploads, ...values }: PostValues): Checked<PostInput> {
  const checked = check(postSchema, values)
  if (uploads === 'none') return checked
  const fields = checked.ok ? [] : checked.fields
  return { ok: false, fields: [...fields, { field: 'images', message: uploadMessages[uploads] }] }
}

/** Writes the values that a step of choosing the place has changed. */
export function writePlace(form: CheckedPostForm, change: PlaceChange): void {
  for (const [name, value] of Object.entries(change)) {
    form.setValue(name as keyof PlaceChange, value, changeOptions(form))
  }
}

/** For a value that we set: it counts as changed, and after the first submit it is validated, as if it was typed. */
export function changeOptions(form: CheckedPostForm) {
  return { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
}
