/** Titles of the operator's legal texts, by the name of the text in a URL. */
export const legalTitles = {
  terms: '이용약관',
  privacy: '개인정보처리방침',
  location: '위치정보 이용 안내',
} as const

export type LegalName = keyof typeof legalTitles
export const legalNames = Object.keys(legalTitles) as LegalName[]

export function isLegalName(name: string): name is LegalName {
  return Object.hasOwn(legalTitles, name)
}
