import * as v from 'valibot'
import { cleanLine } from './text.ts'
import { optionalText, textWithin } from './validate.ts'

export const passkeyLimits = {
  /** Passkeys of one account. */
  most: 10,
  /** Of a name, in code points. */
  name: 30,
  /** Lifetime of a challenge. */
  minutes: 5,
} as const

export const passkeyMessages = {
  nameEmpty: '패스키 이름을 입력해 주세요.',
  tooMany: `패스키는 ${passkeyLimits.most}개까지 추가할 수 있어요. 쓰지 않는 것을 먼저 지워 주세요.`,
  nameLong: `패스키 이름을 ${passkeyLimits.name}자 이내로 작성해 주세요.`,
} as const

const { name } = passkeyLimits

export const passkeyNameSchema = v.object({
  name: v.pipe(textWithin(cleanLine, name, passkeyMessages.nameLong), v.nonEmpty(passkeyMessages.nameEmpty)),
})

/** Without a name a new one is called as its device. */
export const newPasskeySchema = v.object({
  name: optionalText(cleanLine, name, passkeyMessages.nameLong),
})
