import { withUsualNumbers } from '../../../server/product/places/address.ts'

/** Beginnings of addresses in the data that miss, misspell or repeat an area, or glue words together. */
const BEGINNINGS: readonly (readonly [wrong: string, right: string])[] = [
  ['강원특별자치도 춘춘시 ', '강원특별자치도 춘천시 '],
  ['강원특별자치도 방산면 ', '강원특별자치도 양구군 방산면 '],
  ['경기도연천군전곡읍', '경기도 연천군 전곡읍 '],
  ['경상남도 신등면 ', '경상남도 산청군 신등면 '],
  ['경상남도 창원시 회원구 ', '경상남도 창원시 마산회원구 '],
  ['경상북도 포항시북구 ', '경상북도 포항시 북구 '],
  ['대구광역시 달성군 화원읍 화원읍 ', '대구광역시 달성군 화원읍 '],
  ['부산광역시 사상구 수산시 사상구 ', '부산광역시 사상구 '],
  ['서울특별시 동작구상도로', '서울특별시 동작구 상도로'],
  ['양구군 ', '강원특별자치도 양구군 '],
  // Its name until 2018.
  ['인천광역시 남구 ', '인천광역시 미추홀구 '],
  ['전라남도 승주읍 ', '전라남도 순천시 승주읍 '],
  ['제주특별자치도 서귀포시 서귀포시 ', '제주특별자치도 서귀포시 '],
  ['충청북도 보은근 ', '충청북도 보은군 '],
]

/** The 동 of an address by road, which people write behind it in brackets. */
const DONG = /^[가-힣·]+\d?(?:동|동\d가|로\d가)$/

/**
 * An address of the public data in the form in which addresses are written: words apart ('상도로 102', '세종대로 지하 2'), '번길'
 * with its road ('마들로11길'), numbers without '번지', and no notes but the 동 in brackets.
 */
export function tidyAddress(raw: string): string {
  const [wrong = '', right = ''] = BEGINNINGS.find(([beginning]) => raw.startsWith(beginning)) ?? []
  const address = right + raw.slice(wrong.length)
  const [, note = ''] = /\(([^)]*)\)/.exec(address) ?? []
  const plain = withUsualNumbers(address.replace(/\(.*$/, ''))
    .replace(/ 일원$/, '')
    .replace(/산 (?=\d)/, '산')
  const words = plain.split(/[\s,]+/).filter((word) => word !== '')
  const end = words.findIndex((word) => /^\d+(?:-\d+)?$/.test(word))
  const kept = end === -1 ? words : words.slice(0, end + 1)
  const dong = [words[end + 1] ?? '', note.trim().replace(/ (?=\d가$)/, '')].find(
    (name) => DONG.test(name) && !kept.includes(name),
  )
  return [...kept, ...(dong ? [`(${dong})`] : [])].join(' ')
}
