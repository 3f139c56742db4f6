import * as v from 'valibot'
import { errorMessages } from './errors.ts'
import { factFields } from './facts.ts'
import { cleanLine, cleanText } from './text.ts'
import { toTimeOfDay } from './time-of-day.ts'
import { latitude, longitude, textWithin } from './validate.ts'

/** In code points. Those of title and contents are specified, the others are ours. */
export const postLimits = { title: 20, contents: 300, address: 200, placeName: 100 } as const

export const MAX_IMAGES = 10

export const postMessages = {
  titleEmpty: '상호명은 필수 입력 항목입니다.',
  titleLong: `상호명을 ${postLimits.title}자 이내로 작성해주세요.`,
  contentsEmpty: '상세내용은 필수 입력 항목입니다.',
  contentsLong: `상세내용은 ${postLimits.contents}자 이내로 작성해주세요.`,
  addressLong: `주소를 ${postLimits.address}자 이내로 작성해 주세요.`,
  placeNameLong: `장소 이름을 ${postLimits.placeName}자 이내로 작성해 주세요.`,
  time: '시간은 5분 단위로 입력해 주세요.',
  imagesMany: `사진은 ${MAX_IMAGES}장까지 올릴 수 있어요.`,
  imagesRunning: '사진을 올리고 있어요. 다 올라간 뒤에 다시 눌러 주세요.',
  imagesFailed: '올리지 못한 사진이 있어요. 다시 시도하거나 삭제해 주세요.',
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
      v.transform((text) => (text.trim() === '' ? null : (toTimeOfDay(text.trim()) ?? ''))),
      v.check((text) => text !== '', postMessages.time),
    ),
  ),
  null,
)

const fields = v.object({
  title: v.pipe(textWithin(cleanLine, postLimits.title, postMessages.titleLong), v.nonEmpty(postMessages.titleEmpty)),
  contents: v.pipe(
    textWithin(cleanText, postLimits.contents, postMessages.contentsLong),
    v.nonEmpty(postMessages.contentsEmpty),
  ),
  /** The only picture, for clients that do not know `images`. */
  image: v.nullish(v.string(), null),
  images: v.nullish(
    v.pipe(
      v.array(v.string(), errorMessages.BAD_USER_INPUT),
      v.maxLength(MAX_IMAGES, postMessages.imagesMany),
      v.transform((urls) => urls.filter((url) => url !== '')),
      v.check((urls) => new Set(urls).size === urls.length, postMessages.imagesTwice),
    ),
    null,
  ),
  address: optionalLine(postLimits.address, postMessages.addressLong),
  place_name: optionalLine(postLimits.placeName, postMessages.placeNameLong),
  start_time: time,
  end_time: time,
  lat: v.optional(v.nullable(latitude), null),
  lng: v.optional(v.nullable(longitude), null),
  ...factFields,
})

export const postSchema = v.pipe(
  fields,
  v.forward(
    v.check((post) => (post.lat === null) === (post.lng === null), errorMessages.BAD_USER_INPUT),
    ['lat'],
  ),
  v.transform(({ image, images, ...post }) => ({ ...post, images: images ?? (image ? [image] : []) })),
)

export type PostInput = v.InferOutput<typeof postSchema>

export const postFields = Object.keys(fields.entries).filter((name) => name !== 'image') as readonly (keyof PostInput)[]
