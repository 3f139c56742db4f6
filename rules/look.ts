/** Texts in code points. `emphasis`: signs of emphasis in a page; `nested`: lists and quotations within each other. */
export const lookLimits = {
  name: 20,
  welcome: 60,
  announcement: 300,
  title: 20,
  page: 10_000,
  emphasis: 500,
  nested: 10,
} as const

/** Most pages of the operator, beside the legal texts. */
export const MAX_SITE_PAGES = 3

/** Least contrast of text and background (WCAG 2.2, 1.4.3). */
export const TEXT_CONTRAST = 4.5
/** Least contrast of icons and borders (WCAG 2.2, 1.4.11). */
export const SIGN_CONTRAST = 3

export const lookMessages = {
  within: (limit: number) => `${limit.toLocaleString('ko-KR')}자 이내로 적어 주세요.`,
  colour: '색은 #b8430f처럼 적어 주세요.',
  pale: (contrast: number) =>
    `이 색 위의 흰 글자는 읽기 어려워요(대비 ${contrast.toFixed(1)}, 필요한 대비 ${TEXT_CONTRAST}). 더 진한 색을 골라 주세요.`,
  unreadable: '이 색으로 쓴 글자는 잘 보이지 않아요. 더 진한 색을 골라 주세요.',
  ends: '공지를 내릴 시각을 지금 이후로 정해 주세요.',
  signs: '강조나 목록의 기호(*, _, >)가 너무 많아요. 줄여 주세요.',
  title: '제목을 적어 주세요.',
  text: '내용을 적어 주세요.',
  place: '페이지는 세 개까지 만들 수 있어요.',
} as const

/** The name of a page among the texts of the operator (`legal.ts`), and in its URL. */
export function sitePageName(place: number): string {
  return `page-${place}`
}

export const sitePageNames = Array.from({ length: MAX_SITE_PAGES }, (_, index) => sitePageName(index + 1))

/** Null for the name of no page. */
export function sitePageNumber(name: string): number | null {
  const place = sitePageNames.indexOf(name) + 1
  return place === 0 ? null : place
}
