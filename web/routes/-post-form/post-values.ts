import type { FoodKind } from '#rules/food-kinds.ts'
import { type PostInput, postFieldNames, postFields, postMessages, postSchema } from '#rules/post.ts'
import { cleanLine } from '#rules/text.ts'
import { type Checked, check } from '#rules/validate.ts'
import { parseWon } from '#rules/won.ts'
import type { Uploads } from '../../images/photos-field.tsx'
import type { CheckedForm } from '../../kit/use-checked-form.ts'
import type { PlaceChange, PlaceValues } from '../../places/map/picker/place-values.ts'

/** A dish as it is typed. */
export type TypedDish = { name: string; price: string }

/** The post's fields in the form, where a text is never null; the server's post has the same names. */
type TypedPost = {
  [Name in keyof PostInput]: Name extends 'dishes'
    ? TypedDish[]
    : (typeof postFields)[Name]['empty'] extends ''
      ? string
      : PostInput[Name]
}

export type PostValues = TypedPost & PlaceValues & { uploads: Uploads; unfinished: number }

export type CheckedPostForm = CheckedForm<PostValues, PostInput>

export type InitialPost = {
  [Name in keyof TypedPost]: (Name extends 'dishes' ? PostInput[Name] : TypedPost[Name]) | null
}

/** The fields that a draft keeps. It has no files, but says how many photos were not up yet. */
export const draftFields = [
  ...postFieldNames,
  'proposed',
  'isAddressTyped',
  'landmark',
  'unfinished',
] as const satisfies (keyof PostValues)[]

export function valuesOf(post: InitialPost | null): PostValues {
  const dishes = (post?.dishes ?? []).map(({ name, price }) => ({ name, price: price?.toLocaleString('ko') ?? '' }))
  const given = { ...post, dishes }
  const typed = Object.fromEntries(
    postFieldNames.map((name) => [name, given[name] ?? postFields[name].empty]),
  ) as TypedPost
  // An address without a position was typed.
  const isAddressTyped = typed.address !== '' && typed.lat === null
  return { ...typed, proposed: null, isAddressTyped, landmark: '', uploads: 'none', unfinished: 0 }
}

const uploadMessages = { running: postMessages.imagesRunning, failed: postMessages.imagesFailed } as const

/** By the server's rule; photos that are not uploaded yet would be missing. */
export function checkPost({ uploads, unfinished: _, dishes, ...values }: PostValues): Checked<PostInput> {
  const checked = check(postSchema, { ...values, dishes: dishes.filter(isTyped).map(priced) })
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

/** Words of the categories of maps and shops; the first line that fits decides. */
const words: readonly (readonly [FoodKind, RegExp])[] = [
  ['japanese', /일식|일본|초밥|스시|라멘|돈까스|돈가스|sushi|ramen|japanese/],
  ['chinese', /중식|중국|중화|마라|훠궈|chinese/],
  ['western', /양식|이탈리|프랑스|파스타|스테이크|피자|버거|패밀리레스토랑|italian|pizza|burger|western/],
  ['bar', /술집|주점|호프|맥주|와인바|이자카야|\bbar\b|\bpub\b/],
  ['cafe', /카페|커피|디저트|제과|베이커리|빵|도넛|떡\/|아이스크림|빙수|찻집|cafe|bakery|ice_cream/],
  ['snack', /분식|김밥|만두|떡볶이|토스트|샌드위치/],
  ['seafood', /횟집|해산물|해물|생선|조개|복 요리|장어|seafood/],
  ['grill', /고기|육류|갈비|삼겹|곱창|구이|barbecue/],
  ['korean', /한식|한정식|백반|국밥|찌개|국수|냉면|족발|부침개|korean/],
]

export function kindOfCategory(category: string | null): FoodKind | null {
  const text = category?.toLowerCase() ?? ''
  return words.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
