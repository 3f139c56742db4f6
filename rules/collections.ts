import * as v from 'valibot'
import { collectionLimits } from './collection-limits.ts'
import { errorMessages } from './errors.ts'
import { parsePlanTime } from './plan.ts'
import { cleanLine, cleanText } from './text.ts'
import { latitudeSchema, longitudeSchema, optionalText, textWithin } from './validate.ts'

export const collectionMessages = {
  nameEmpty: '모음의 이름을 적어 주세요.',
  nameLong: `이름을 ${collectionLimits.name}자 이내로 적어 주세요.`,
  aboutLong: `소개를 ${collectionLimits.about}자 이내로 적어 주세요.`,
  noteLong: `메모를 ${collectionLimits.note}자 이내로 적어 주세요.`,
  tooMany: `모음은 ${collectionLimits.collections}개까지 만들 수 있어요.`,
  full: `한 모음에는 ${collectionLimits.entries}곳까지 담을 수 있어요.`,
  position: '순서는 1 이상이어야 해요.',
  planTime: '날짜와 시간을 모두, 5분 단위로 적어 주세요.',
  planPast: '이미 지난 시간이에요. 앞으로의 시간을 골라 주세요.',
  planFar: '1년 안의 날짜를 골라 주세요.',
  from: `출발하는 곳의 이름을 ${collectionLimits.from}자 이내로 적어 주세요.`,
  heartPrivate: '나만 보는 모음이라 함께 고를 수 없어요. 공개 범위를 먼저 바꿔 주세요.',
  choosers: `한 모음에서는 ${collectionLimits.choosers}명까지 함께 고를 수 있어요.`,
  added: `다른 사람의 모음에는 ${collectionLimits.added}곳까지 추가할 수 있어요.`,
  addedInMonth: `한 모음에는 한 달에 ${collectionLimits.addedInMonth}곳까지 추가할 수 있어요.`,
  noteOfOwner: '메모는 모음을 만든 사람만 적을 수 있어요.',
  noEntry: '모음에 없는 곳이에요.',
  noPlanTime: '아직 정한 시간이 없는 모음이에요.',
} as const

export const collectionSchema = v.object({
  name: v.pipe(
    textWithin(cleanLine, collectionLimits.name, collectionMessages.nameLong),
    v.nonEmpty(collectionMessages.nameEmpty),
  ),
  about: optionalText(cleanText, collectionLimits.about, collectionMessages.aboutLong),
  visibility: v.pipe(
    v.optional(v.nullable(v.picklist(['private', 'link', 'public'], errorMessages.BAD_USER_INPUT)), 'private'),
    v.transform((visibility) => visibility ?? 'private'),
  ),
})

const pointSchema = v.object({
  name: v.pipe(
    textWithin(cleanLine, collectionLimits.from, collectionMessages.from),
    v.nonEmpty(collectionMessages.from),
  ),
  lat: latitudeSchema,
  lng: longitudeSchema,
})

/** Fields that are left out stay undefined. */
export const planSchema = v.object({
  at: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.transform(parsePlanTime),
        v.check((instant) => instant !== null, collectionMessages.planTime),
      ),
    ),
  ),
  from: v.optional(v.nullable(pointSchema)),
  membersAdd: v.optional(v.nullable(v.boolean())),
})

/** The note of an entry of a collection. */
export const entryNoteSchema = v.object({
  note: optionalText(cleanText, collectionLimits.note, collectionMessages.noteLong),
})
