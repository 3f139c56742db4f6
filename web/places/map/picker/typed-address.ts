const ROAD_AND_NUMBER = /[가-힣\d](?:로|길)\s*(?:지하\s*)?\d+(?:-\d+)?(?:번지?)?(?![\d가-힣]*길)(?=[\s,(]|$)/
const LOT = /[가-힣](?:\d*가|[동리읍면])\s*(?:산\s*)?\d+(?:-\d+)?(?:번지?)?(?=[\s,(]|$)/

/** Whether a road with a number or a lot was typed, which is an address and no name: '테헤란로 152', '역삼동 737'. */
export function looksLikeAddress(keyword: string): boolean {
  return ROAD_AND_NUMBER.test(keyword) || LOT.test(keyword)
}
