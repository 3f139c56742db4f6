import * as v from 'valibot'
import { latitude, longitude } from './degrees.ts'
import { errorMessages } from './errors.ts'
import { factFields } from './facts.ts'
import { cleanLine, cleanText, countCharacters } from './text.ts'
import { toTimeOfDay } from './time-of-day.ts'
import { storableText } from './validate.ts'

/** In code points. Those of title and contents are specified, the others are ours. */
export const postLimits = { title: 20, contents: 300, address: 200, placeName: 100 } as const

export const postMessages = {
  titleEmpty: '상호명은 필수 입력 항목입니다.',
  titleLong: `상호명을 ${postLimits.title}자 이내로 작성해주세요.`,
  contentsEmpty: '상세내용은 필수 입력 항목입니다.',
  contentsLong: `상세내용은 ${postLimits.contents}자 이내로 작성해주세요.`,
  addressLong: `주소를 ${postLimits.address}자 이내로 작성해 주세요.`,
  placeNameLong: `장소 이름을 ${postLimits.placeName}자 이내로 작성해 주세요.`,
  time: '시간은 5분 단위로 입력해 주세요.',
  added: '성공적으로 포스팅 되었습니다.',
  edited: '성공적으로 수정되었습니다.',
  confirmDelete: '정말 삭제하시겠습니까?',
  deleted: '글을 삭제했어요.',
} as const

const optionalLine = (limit: number, long: string) =>
  v.optional(
    v.nullable(
      v.pipe(
        storableText,
        v.transform(cleanLine),
        v.check((text) => countCharacters(text) <= limit, long),
        v.transform((text) => text || null),
      ),
    ),
    null,
  )

const time = v.optional(
  v.nullable(
    v.pipe(
      storableText,
      v.transform((text) => (text.trim() === '' ? null : (toTimeOfDay(text.trim()) ?? ''))),
      v.check((text) => text !== '', postMessages.time),
    ),
  ),
  null,
)

const fields = v.object({
  title: v.pipe(
    storableText,
    v.transform(cleanLine),
    v.nonEmpty(postMessages.titleEmpty),
    v.check((text) => countCharacters(text) <= postLimits.title, postMessages.titleLong),
  ),
  contents: v.pipe(
    storableText,
    v.transform(cleanText),
    v.nonEmpty(postMessages.contentsEmpty),
    v.check((text) => countCharacters(text) <= postLimits.contents, postMessages.contentsLong),
  ),
  image: v.optional(v.nullable(storableText), null),
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
)

export type PostInput = v.InferOutput<typeof postSchema>

export const postFields = Object.keys(fields.entries) as readonly (keyof PostInput)[]
