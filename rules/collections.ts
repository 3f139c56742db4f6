import * as v from 'valibot'
import { collectionLimits } from './collection-limits.ts'
import { errorMessages } from './errors.ts'
import { cleanLine, cleanText } from './text.ts'
import { optionalText, textWithin } from './validate.ts'

export const collectionMessages = {
  nameEmpty: '모음의 이름을 적어 주세요.',
  nameLong: `이름을 ${collectionLimits.name}자 이내로 적어 주세요.`,
  aboutLong: `소개를 ${collectionLimits.about}자 이내로 적어 주세요.`,
  noteLong: `메모를 ${collectionLimits.note}자 이내로 적어 주세요.`,
  tooMany: `모음은 ${collectionLimits.collections}개까지 만들 수 있어요.`,
  full: `한 모음에는 ${collectionLimits.entries}곳까지 담을 수 있어요.`,
  position: '순서는 1 이상이어야 해요.',
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

export const noteSchema = v.object({
  note: optionalText(cleanText, collectionLimits.note, collectionMessages.noteLong),
})
