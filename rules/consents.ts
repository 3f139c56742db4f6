import * as v from 'valibot'

/** Consents at sign-up, each with its label; `location` is optional. */
export const consentLabels = {
  over14: '만 14세 이상이에요',
  terms: '이용약관에 동의해요',
  privacy: '개인정보 수집·이용에 동의해요',
  location: '위치정보 이용에 동의해요',
} as const

export type ConsentName = keyof typeof consentLabels
export const consentNames = Object.keys(consentLabels) as ConsentName[]

export function isConsentName(name: string): name is ConsentName {
  return Object.hasOwn(consentLabels, name)
}

export const consentMessages = {
  over14: '만 14세 이상만 가입할 수 있어요.',
  terms: '이용약관에 동의해 주세요.',
  privacy: '개인정보 수집·이용에 동의해 주세요.',
  /** The text was edited after the form was loaded. */
  changed: '내용이 바뀌었어요. 새로고침해서 다시 읽고 동의해 주세요.',
} as const

const version = (message: string) =>
  v.pipe(
    v.nullish(v.string(), ''),
    v.transform((text) => text ?? ''),
    v.nonEmpty(message),
  )

/** Consents given at sign-up, with the version of each text. */
export const consentSchema = v.object({
  over14: v.literal(true, consentMessages.over14),
  terms: version(consentMessages.terms),
  privacy: version(consentMessages.privacy),
  location: v.nullish(v.string(), null),
})
