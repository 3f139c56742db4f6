import * as v from 'valibot'
import { errorMessages } from './errors.ts'
import { factSchemas } from './facts.ts'
import { parseTelephone, telephoneMessages } from './telephone.ts'
import { cleanLine, cleanText } from './text.ts'
import { parseFiveMinuteTime } from './time-of-day.ts'
import { latitudeSchema, longitudeSchema, textWithin } from './validate.ts'
import { overlapMessage, weekSchema, withoutClosedDays } from './week-rule.ts'

/** Lengths in code points. The product's specification sets those of title and contents. */
export const postLimits = { title: 20, contents: 300, address: 200, placeName: 100 } as const

export const MAX_POST_IMAGES = 10

/** Most photos of a post that are marked as menus. */
export const MAX_MENU_PHOTOS = 3

export const postMessages = {
  titleEmpty: '상호명은 필수 입력 항목입니다.',
  titleLong: `상호명을 ${postLimits.title}자 이내로 작성해주세요.`,
  contentsEmpty: '상세내용은 필수 입력 항목입니다.',
  contentsLong: `상세내용은 ${postLimits.contents}자 이내로 작성해주세요.`,
  addressLong: `주소를 ${postLimits.address}자 이내로 작성해 주세요.`,
  placeNameLong: `장소 이름을 ${postLimits.placeName}자 이내로 작성해 주세요.`,
  time: '시간은 5분 단위로 입력해 주세요.',
  imagesMany: `사진은 ${MAX_POST_IMAGES}장까지 올릴 수 있어요.`,
  imagesRunning: '사진을 올리고 있어요. 다 올라간 뒤에 다시 눌러 주세요.',
  imagesFailed: '올리지 못한 사진이 있어요. 다시 시도하거나 삭제해 주세요.',
  menusMany: `메뉴판은 ${MAX_MENU_PHOTOS}장까지 표시할 수 있어요.`,
  imagesTwice: '같은 사진이 두 번 들어 있어요.',
  added: '성공적으로 포스팅 되었습니다.',
  edited: '성공적으로 수정되었습니다.',
  confirmDelete: '정말 삭제하시겠습니까?',
  deleted: '글을 삭제했어요.',
} as const

const optionalLine = (limit: number, long: string) =>
  v.optional(
    v.nullable(
      v.pipe(
        textWithin(cleanLine, limit, long),
        v.transform((text) => text || null),
      ),
    ),
    null,
  )

const time = v.optional(
  v.nullable(
    v.pipe(
      v.string(),
      v.transform((text) => (text.trim() === '' ? null : (parseFiveMinuteTime(text.trim()) ?? ''))),
      v.check((text) => text !== '', postMessages.time),
    ),
  ),
  null,
)

/** Code points of a telephone number as it is typed, with spaces and brackets. */
const LONGEST_TELEPHONE = 40

const telephone = v.nullish(
  v.pipe(
    textWithin(cleanLine, LONGEST_TELEPHONE, telephoneMessages.wrong),
    v.check((text) => text === '' || parseTelephone(text) !== null, telephoneMessages.wrong),
    v.transform(parseTelephone),
  ),
  null,
)

/** Indexes of photos in `images`, each once and in order. */
const menus = v.pipe(
  v.nullish(
    v.array(
      v.pipe(
        v.number(errorMessages.BAD_USER_INPUT),
        v.integer(errorMessages.BAD_USER_INPUT),
        v.minValue(0, errorMessages.BAD_USER_INPUT),
      ),
      errorMessages.BAD_USER_INPUT,
    ),
    [],
  ),
  v.transform((places) => [...new Set(places)].toSorted((one, other) => one - other)),
  v.maxLength(MAX_MENU_PHOTOS, postMessages.menusMany),
)

type PostField = {
  rule: v.GenericSchema
  /** Its value in an empty form. */
  empty: '' | null | readonly never[]
  /** The smallest form of a post that has it: a row of a list, a card, or the post's page. */
  shown: 'row' | 'card' | 'page'
  /** Free text is compared with the moderators' words; the search may find it, too. */
  text: 'searched' | 'unsearched' | 'none'
}

/**
 * The fields that an author writes. A field has the same name in the API, as a column (but for `images`), and in the form.
 * Inserts, reads, documents, drafts, search texts and the data export follow from this.
 */
export const postFields = {
  title: {
    rule: v.pipe(textWithin(cleanLine, postLimits.title, postMessages.titleLong), v.nonEmpty(postMessages.titleEmpty)),
    empty: '',
    shown: 'row',
    text: 'searched',
  },
  contents: {
    rule: v.pipe(
      textWithin(cleanText, postLimits.contents, postMessages.contentsLong),
      v.nonEmpty(postMessages.contentsEmpty),
    ),
    empty: '',
    shown: 'row',
    text: 'searched',
  },
  images: {
    rule: v.nullish(
      v.pipe(
        v.array(v.string(), errorMessages.BAD_USER_INPUT),
        v.maxLength(MAX_POST_IMAGES, postMessages.imagesMany),
        v.transform((urls) => urls.filter((url) => url !== '')),
        v.check((urls) => new Set(urls).size === urls.length, postMessages.imagesTwice),
      ),
      null,
    ),
    empty: [],
    shown: 'page',
    text: 'none',
  },
  // A photo that is shown as the menu stays one of `images`.
  menus: { rule: menus, empty: [], shown: 'page', text: 'none' },
  address: {
    rule: optionalLine(postLimits.address, postMessages.addressLong),
    empty: '',
    shown: 'card',
    text: 'searched',
  },
  place_name: {
    rule: optionalLine(postLimits.placeName, postMessages.placeNameLong),
    empty: '',
    shown: 'card',
    text: 'searched',
  },
  start_time: { rule: time, empty: '', shown: 'card', text: 'none' },
  end_time: { rule: time, empty: '', shown: 'card', text: 'none' },
  lat: { rule: v.optional(v.nullable(latitudeSchema), null), empty: null, shown: 'card', text: 'none' },
  lng: { rule: v.optional(v.nullable(longitudeSchema), null), empty: null, shown: 'card', text: 'none' },
  kind: { rule: factSchemas.kind, empty: null, shown: 'row', text: 'none' },
  price: { rule: factSchemas.price, empty: null, shown: 'card', text: 'none' },
  // The names of dishes are free text too, but not in `freeTextFields`: code that reads texts adds them.
  dishes: { rule: factSchemas.dishes, empty: [], shown: 'page', text: 'none' },
  closed_on: { rule: factSchemas.closed_on, empty: [], shown: 'card', text: 'none' },
  traits: { rule: factSchemas.traits, empty: [], shown: 'page', text: 'none' },
  // Null instead of an empty list, so that cards do not contain one.
  week_hours: { rule: weekSchema, empty: null, shown: 'card', text: 'none' },
  telephone: { rule: telephone, empty: '', shown: 'page', text: 'searched' },
} satisfies Record<string, PostField>

type FieldName = keyof typeof postFields

const rules = Object.fromEntries(Object.entries(postFields).map(([name, { rule }]) => [name, rule])) as {
  [Name in FieldName]: (typeof postFields)[Name]['rule']
}

export const postSchema = v.pipe(
  // `image` is the only picture, for clients that do not know `images`.
  v.object({ ...rules, image: v.nullish(v.string(), null) }),
  v.forward(
    v.check((post) => (post.lat === null) === (post.lng === null), errorMessages.BAD_USER_INPUT),
    ['lat'],
  ),
  v.transform(({ image, images, ...post }) => ({
    ...post,
    images: images ?? (image ? [image] : []),
    week_hours: post.week_hours && withoutClosedDays(post.week_hours, post.closed_on),
  })),
  v.forward(
    v.check(({ images, menus }) => menus.every((place) => place < images.length), errorMessages.BAD_USER_INPUT),
    ['menus'],
  ),
  v.forward(
    v.rawCheck(({ dataset, addIssue }) => {
      const message = dataset.typed && dataset.value.week_hours && overlapMessage(dataset.value.week_hours)
      if (message) addIssue({ message })
    }),
    ['week_hours'],
  ),
)

export type PostInput = v.InferOutput<typeof postSchema>

/** The fields that are columns of `posts`. */
export type WrittenPost = Omit<PostInput, 'images'>

export const postFieldNames = Object.keys(postFields) as readonly FieldName[]

/** The fields that are columns of the table `posts`: all but `images`. */
export const postColumns = postFieldNames.filter((name) => name !== 'images')

type TextField = {
  [Name in FieldName]: (typeof postFields)[Name]['text'] extends 'none' ? never : Name
}[FieldName]

/** The fields of free text. */
export const freeTextFields = postFieldNames.filter((name): name is TextField => postFields[name].text !== 'none')
