import { type PostInput, postFieldNames, postFields, postLimits, postMessages, postSchema } from '#rules/post.ts'
import { cleanLine, cutCharacters } from '#rules/text.ts'
import { parseFiveMinuteTime } from '#rules/time-of-day.ts'
import { type Checked, validateInput } from '#rules/validate.ts'
import { type WrittenHours, withoutClosedDays } from '#rules/week-rule.ts'
import { parseWon } from '#rules/won.ts'
import type { UploadsState } from '../../images/photos-field.tsx'
import type { CheckedForm } from '../../kit/use-checked-form.ts'
import { filledDays, type TypedDay, toTypedWeek } from '../../places/hours/typed-week.ts'
import { chosenPlaceChange, type PlaceChange, type PlaceValues } from '../../places/map/picker/place-values.ts'
import type { Place } from '../../places/place-query.ts'

/** A dish as it is typed. */
export type TypedDish = { name: string; price: string }

/** Fields that have another form while they are typed. `menus`: URLs of photos, because indices would change with their order. */
type TypedParts = { dishes: TypedDish[]; week_hours: TypedDay[]; menus: string[] }

/** The fields of a post as the form has them, by the names of the server's. An empty text is '' and never null. */
type TypedPost = {
  [Name in keyof PostInput]: Name extends keyof TypedParts
    ? TypedParts[Name]
    : (typeof postFields)[Name]['empty'] extends ''
      ? string
      : PostInput[Name]
}

export type PostValues = TypedPost & PlaceValues & { uploads: UploadsState; unfinished: number }

export type CheckedPostForm = CheckedForm<PostValues, PostInput>

/** The post that the form is to edit, as the server has it. */
export type PostToEdit = {
  [Name in keyof TypedPost]: (Name extends keyof TypedParts ? PostInput[Name] : TypedPost[Name]) | null
}

export function postValuesOf(post: PostToEdit | null): PostValues {
  const dishes = (post?.dishes ?? []).map(({ name, price }) => ({ name, price: price?.toLocaleString('ko') ?? '' }))
  const menus = (post?.menus ?? []).flatMap((place) => post?.images?.[place] ?? [])
  const given = { ...post, dishes, menus, week_hours: toTypedWeek(post?.week_hours) }
  const typed = Object.fromEntries(
    postFieldNames.map((name) => [name, given[name] ?? postFields[name].empty]),
  ) as TypedPost
  // An address without a position can only have been typed.
  const isAddressTyped = typed.address !== '' && typed.lat === null
  return { ...typed, proposed: null, isAddressTyped, landmark: '', uploads: 'none', unfinished: 0 }
}

/** Initial values of a new post about a place: its name, position and kind; no position if the place has moved. */
export function postValuesOfPlace(
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
  return { ...chosenPlaceChange(place), title, kind }
}

/** The typed hours of those days whose opening and closing times are complete, for the preview. */
export function completeWeekHours({
  week_hours,
  closed_on,
}: Pick<PostValues, 'week_hours' | 'closed_on'>): WrittenHours[] | null {
  const isTime = (text: string) => parseFiveMinuteTime(text) !== null
  const whole = filledDays(week_hours).filter(({ start_time, end_time }) => isTime(start_time) && isTime(end_time))
  return withoutClosedDays(whole, closed_on)
}

const uploadMessages = { running: postMessages.imagesRunning, failed: postMessages.imagesFailed } as const

/** Checks the form by the schema that the server uses too, and refuses photos that are not uploaded yet or failed to. */
export function checkPost({
  uploads,
  unfinished: _,
  dishes,
  menus,
  week_hours,
  ...values
}: PostValues): Checked<PostInput> {
  const checked = validateInput(postSchema, {
    ...values,
    dishes: dishes.filter(isDishTyped).map(withParsedPrice),
    menus: menus.map((url) => values.images.indexOf(url)).filter((place) => place >= 0),
    week_hours: filledDays(week_hours),
  })
  if (uploads === 'none') return checked
  const fields = checked.ok ? [] : checked.fields
  return { ok: false, fields: [...fields, { field: 'images', message: uploadMessages[uploads] }] }
}

export function isDishTyped({ name, price }: TypedDish): boolean {
  return cleanLine(name) !== '' || priceText(price) !== ''
}

/** A dish with its price as a number. Text that is no amount stays as it is, and the schema refuses it. */
function withParsedPrice({ name, price }: TypedDish): { name: string; price: number | string | null } {
  const text = priceText(price)
  return { name, price: text === '' ? null : (parseWon(text) ?? text) }
}

/** A typed price without surrounding spaces. It may be a number or null in a draft of an earlier release. */
export function priceText(price: string | number | null): string {
  return cleanLine(String(price ?? ''))
}

export function setPlaceValues(form: CheckedPostForm, change: PlaceChange): void {
  for (const [name, value] of Object.entries(change)) {
    form.setValue(name as keyof PlaceChange, value, changeOptions(form))
  }
}

/** Options for `setValue`: a value set by code counts as changed and, after the first submit, is validated like a typed one. */
export function changeOptions(form: CheckedPostForm) {
  return { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
}
