import { type PostInput, postFieldNames, postFields, postLimits, postMessages, postSchema } from '#rules/post.ts'
import { cleanLine, cutCharacters } from '#rules/text.ts'
import { toTimeOfDay } from '#rules/time-of-day.ts'
import { type Checked, check } from '#rules/validate.ts'
import { type WrittenHours, withoutClosedDays } from '#rules/week-rule.ts'
import { parseWon } from '#rules/won.ts'
import type { Uploads } from '../../images/photos-field.tsx'
import type { CheckedForm } from '../../kit/use-checked-form.ts'
import { type TypedDay, typedDays, typedWeek } from '../../places/hours/typed-week.ts'
import { choosePlace, type PlaceChange, type PlaceValues } from '../../places/map/picker/place-values.ts'
import type { Place } from '../../places/place-query.ts'

/** A dish as it is typed. */
export type TypedDish = { name: string; price: string }

/** Values typed in parts; menus are URLs of photos, whose order may change. */
type TypedParts = { dishes: TypedDish[]; week_hours: TypedDay[]; menus: string[] }

/** The post's fields in the form, where a text is never null; the server's post has the same names. */
type TypedPost = {
  [Name in keyof PostInput]: Name extends keyof TypedParts
    ? TypedParts[Name]
    : (typeof postFields)[Name]['empty'] extends ''
      ? string
      : PostInput[Name]
}

export type PostValues = TypedPost & PlaceValues & { uploads: Uploads; unfinished: number }

export type CheckedPostForm = CheckedForm<PostValues, PostInput>

export type InitialPost = {
  [Name in keyof TypedPost]: (Name extends keyof TypedParts ? PostInput[Name] : TypedPost[Name]) | null
}

export function valuesOf(post: InitialPost | null): PostValues {
  const dishes = (post?.dishes ?? []).map(({ name, price }) => ({ name, price: price?.toLocaleString('ko') ?? '' }))
  const menus = (post?.menus ?? []).flatMap((place) => post?.images?.[place] ?? [])
  const given = { ...post, dishes, menus, week_hours: typedWeek(post?.week_hours) }
  const typed = Object.fromEntries(
    postFieldNames.map((name) => [name, given[name] ?? postFields[name].empty]),
  ) as TypedPost
  // An address without a position was typed.
  const isAddressTyped = typed.address !== '' && typed.lat === null
  return { ...typed, proposed: null, isAddressTyped, landmark: '', uploads: 'none', unfinished: 0 }
}

/** Name, position and kind of a place that a new post is about; without the position where the place has moved. */
export function valuesOfPlace(
  { name, address, lat, lng, record, kinds }: Place,
  hasMoved = false,
): Partial<PostValues> {
  const title = cutCharacters(name, postLimits.title)
  const kind = record?.kind ?? kinds[0]?.kind ?? null
  if (hasMoved) return { title, kind }
  if (lat === null || lng === null) return { title, kind, place_name: name, address: address ?? '' }
  const precision = record?.estimated ? ('road' as const) : null
  const place = {
    place_name: name,
    address_name: address ?? '',
    position: { lat, lng },
    precision,
    rate: 1,
    distance: null,
  }
  return { ...choosePlace(place), title, kind }
}

/** The typed hours as far as a card can show them. */
export function shownWeek({
  week_hours,
  closed_on,
}: Pick<PostValues, 'week_hours' | 'closed_on'>): WrittenHours[] | null {
  const isTime = (text: string) => toTimeOfDay(text) !== null
  const whole = typedDays(week_hours).filter(({ start_time, end_time }) => isTime(start_time) && isTime(end_time))
  return withoutClosedDays(whole, closed_on)
}

const uploadMessages = { running: postMessages.imagesRunning, failed: postMessages.imagesFailed } as const

/** By the server's rule; photos that are not uploaded yet would be missing. */
export function checkPost({
  uploads,
  unfinished: _,
  dishes,
  menus,
  week_hours,
  ...values
}: PostValues): Checked<PostInput> {
  const checked = check(postSchema, {
    ...values,
    dishes: dishes.filter(isTyped).map(priced),
    menus: menus.map((url) => values.images.indexOf(url)).filter((place) => place >= 0),
    week_hours: typedDays(week_hours),
  })
  if (uploads === 'none') return checked
  const fields = checked.ok ? [] : checked.fields
  return { ok: false, fields: [...fields, { field: 'images', message: uploadMessages[uploads] }] }
}

export function isTyped({ name, price }: TypedDish): boolean {
  return cleanLine(name) !== '' || priceText(price) !== ''
}

/** A price that is no amount stays as it was typed, and is refused. */
function priced({ name, price }: TypedDish): { name: string; price: number | string | null } {
  const text = priceText(price)
  return { name, price: text === '' ? null : (parseWon(text) ?? text) }
}

/** A draft of an earlier release has a number, or null. */
export function priceText(price: string | number | null): string {
  return cleanLine(String(price ?? ''))
}

export function writePlace(form: CheckedPostForm, change: PlaceChange): void {
  for (const [name, value] of Object.entries(change)) {
    form.setValue(name as keyof PlaceChange, value, changeOptions(form))
  }
}

/** For a value that we set: it counts as changed, and after the first submit it is validated, as if it was typed. */
export function changeOptions(form: CheckedPostForm) {
  return { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
}
