import * as v from 'valibot'
import { cleanLine } from './text.ts'
import { optionalText, textWithin } from './validate.ts'

export const passkeyLimits = {
  /** Passkeys of one account. */
  most: 10,
  /** Code points of a name. */
  name: 30,
  /** Lifetime of a challenge. */
  minutes: 5,
} as const

export const passkeyMessages = {
  notUsed: '패스키를 확인하지 못했어요. 이메일과 비밀번호로 로그인해 주세요.',
  notProved: '패스키를 확인하지 못했어요. 다시 시도하거나 비밀번호를 입력해 주세요.',
  notMade: '패스키를 추가하지 못했어요. 다시 시도해 주세요.',
  onDevice: '이 기기에는 이미 패스키가 있어요.',
  nameEmpty: '패스키 이름을 입력해 주세요.',
  tooMany: `패스키는 ${passkeyLimits.most}개까지 추가할 수 있어요. 쓰지 않는 패스키를 먼저 삭제해 주세요.`,
  nameLong: `패스키 이름을 ${passkeyLimits.name}자 이내로 작성해 주세요.`,
} as const

const { name } = passkeyLimits

export const passkeyNameSchema = v.object({
  name: v.pipe(textWithin(cleanLine, name, passkeyMessages.nameLong), v.nonEmpty(passkeyMessages.nameEmpty)),
})

/** A new passkey without a name is named after its device. */
export const newPasskeySchema = v.object({
  name: optionalText(cleanLine, name, passkeyMessages.nameLong),
})
