import { normalForm } from '#rules/normal-form.ts'
import type { FoundPlace } from '../found-place.ts'
import { provinceAliases, readKoreaTable } from '../korea-areas.ts'
import { newDistricts, otherNamesOf, writtenNames } from '../renamed-areas.ts'

/**
 * How a form differs from the name: 'alias' is another name, 'whole' the name itself or as good as it, 'kind' has another word
 * for the kind of place, 'spoken' has digits as words, 'short' lacks a part, 'former' is an old name that is never suggested.
 */
export type FormKind = 'alias' | 'whole' | 'kind' | 'spoken' | 'short' | 'former'

/** A text, in normal form, by which people mean a name. */
export type WrittenForm = Readonly<{ text: string; kind: FormKind }>

/** Endings that people leave out: '강남' for 강남역, '광장' for 광장시장. */
export const OPTIONAL_ENDING =
  /(?:역|동|구|시|군|읍|면|시장|(?:종합|공용|버스)*터미널|해수욕장|(?:국|도|군)립공원|특별시|광역시|특별자치시|특별자치도|(?:제?\d+동))$/

/** Numbered parts of a 동: '성수동2가' of 성수동, '망원제1동' of 망원동. */
const NUMBERED = /^(.+?)(동)?(?:제?\d+(?:[·.]\d+)*)(?:가|동|가동|가제?\d+동)$/

const KINDS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/국제공항$/, ['공항']],
  [
    /(?:종합|고속|시외|공용|공영|여객|자동차|버스)+터미널$/,
    ['터미널', '버스터미널', '고속버스터미널', '시외버스터미널'],
  ],
  [/(?:전통|종합|중앙)시장$/, ['시장']],
  [/해수욕장$/, ['해변']],
  [/해변$/, ['해수욕장']],
  [/외국어대학교$/, ['외대']],
  [/과학기술대학교$/, ['과기대']],
  [/교육대학교$/, ['교대']],
  [/공과대학교$/, ['공대']],
  [/^(?:한국|국립)(?=.+(?:대학교|박물관|과학관|수목원)$)/, ['']],
  [/(?:연안여객터미널|국제여객터미널|여객선터미널|선착장)$/, ['여객터미널', '여객선터미널', '항', '']],
  [/항$/, ['여객터미널', '여객선터미널']],
  [/(?:입구|네거리|사거리)역$/, ['역', '']],
]

/** Texts that only tell the kind of a place, which are no form of its name: the end of '해도5(형산)시장'. */
const ONLY_KIND =
  /^(?:전통|재래|중앙|시립|군립|민속|종합|월드컵)?(?:시장|터미널|공항|대학교?|해수욕장|해변|항|역|[^ ]{0,2}(?:물관|술관|과학관|목원|식물원|동물원|운동장|경기장|야구장|공원|향교|백화점|아울렛|전망대))$/

const DIGITS = ['영', '일', '이', '삼', '사', '오', '육', '칠', '팔', '구']

/** Nearly every keyword would contain a name of one syllable. */
const SHORTEST = 2

/** Words that people type in their ordinary meaning, which are no form of a name: 생일 is a birthday rather than 생일면. */
const ORDINARY_WORDS = new Set(
  '생일 신상 내일 새벽 호수 계곡 정원 리조트 박물관 은행 학교 백화점 골목 고기 노포'.split(' '),
)

type Named = Pick<FoundPlace, 'name' | 'address' | 'level'>

const known = new WeakMap<Named, WrittenForm[]>()

/** All forms in which people type the name of a place. */
export function formsOfName(place: Named): readonly WrittenForm[] {
  const forms = known.get(place) ?? findForms(place)
  known.set(place, forms)
  return forms
}

function findForms({ name, address, level }: Named): WrittenForm[] {
  const forms = new Map<string, FormKind>([[normalForm(name), 'whole']])
  const add = (text: string, kind: FormKind) => {
    if ([...text].length >= SHORTEST && !forms.has(text) && !ORDINARY_WORDS.has(text)) forms.set(text, kind)
  }
  // A part in brackets or behind a sign is a second name if it ends like one, as in '속초관광수산시장(구 속초중앙전통시장)';
  // otherwise, as in '현대시장(분당)', it is only a short form.
  for (const [index, part] of name.split(/[()&,/]/).entries()) {
    const text = normalForm(part.replace(/^\s*구\s+/, ''))
    if (!ONLY_KIND.test(text)) add(text, index === 0 || OPTIONAL_ENDING.test(text) ? 'whole' : 'short')
  }
  // A landmark without the name of its city: '경주대릉원', '서울풍물시장'.
  const own = level === undefined ? withoutDistrict(normalForm(name), address) : null
  if (own !== null && !ONLY_KIND.test(own)) add(own, 'short')
  if (level === 1) for (const [alias, full] of provinceAliases) if (full === name) add(alias, 'whole')
  for (const text of [...forms.keys()]) {
    // Names that are only a kind, such as 중앙시장, must not become '시장'.
    for (const [kind, others] of KINDS)
      if (kind.test(text) && text.replace(kind, '') !== '')
        for (const other of others) add(text.replace(kind, other), 'kind')
    // Only 'short', because '고려대' is also a station, nearer to restaurants.
    for (const short of ['대', '대학']) add(text.replace(/대학교$/, short), 'short')
    add(text.replace(/여자대학교$/, '여대'), 'short')
    add(
      text.replace(/\d/g, (digit) => DIGITS[Number(digit)] ?? ''),
      'spoken',
    )
    // Most cities were counties, and some people still call them so: '삼척군'.
    if (level === 2) add(text.replace(/시$/, '군'), 'short')
    // The short name of a city or county ranks like the whole one: 안동, 하동. 제천고추시장 becomes 고추시장, but not 고추.
    const stem = text.replace(OPTIONAL_ENDING, '')
    const isClear = text !== own || [...stem].length >= SHORTEST_WITHOUT_DISTRICT
    if (level !== 1 && isClear) add(stem, level === 2 && /[시군]$/.test(text) ? 'whole' : 'short')
    if (level !== undefined) {
      // '당산2동' for 당산제2동, '문래3가' for 문래동3가.
      add(text.replace(/제(?=\d+(?:[·.]\d+)*동$)/, ''), 'whole')
      add(text.replace(/동(?=\d+가$)/, ''), 'short')
    }
    const [, part = '', dong = ''] = (level !== undefined && NUMBERED.exec(text)) || []
    if (dong) for (const whole of [part + dong, part]) add(whole, 'short')
  }
  add(normalForm(name).replace(/리단길$/, '리단'), 'short')
  for (const branch of branchForms(normalForm(name))) add(branch, 'short')
  for (const alias of aliasesOf(name, address)) {
    forms.set(normalForm(alias), 'alias')
    // Another name of a station may lack 역: '구디역'.
    if (name.endsWith('역') && !alias.endsWith('역')) add(`${normalForm(alias)}역`, 'short')
  }
  if (level !== undefined && level <= 2)
    // A new district that the gazetteer lacks, such as 제물포구, is a place of its own rather than another name of this one.
    for (const former of otherNamesOf(address))
      if (!newDistricts.has(former)) for (const text of writtenNames(former)) add(text, 'former')
  return [...forms].map(([text, kind]) => ({ text, kind }))
}

/** A large shop with the town of its branch: '롯데백화점잠실점'. */
const BRANCH = /^(.+?)(백화점|(?:프리미엄)?아울렛)(.+)점$/

/** Other forms of the name of a large shop's branch: '롯데백화점 잠실', '잠실 롯데백화점', '현대 판교점'. */
function branchForms(name: string): string[] {
  const [, chain = '', kind = '', town = ''] = BRANCH.exec(name) ?? []
  if (town === '') return []
  const kinds = [kind, kind.replace('프리미엄', '')]
  return [...kinds.flatMap((one) => [chain + one + town, town + chain + one]), `${chain}${town}점`, chain + town]
}

/** Name of a landmark without the leading name of its city or county; null without one. */
function withoutDistrict(name: string, address: string): string | null {
  for (const area of address.split(' ', 2)) {
    const city = area.replace(/(?:특별시|광역시|특별자치시|특별자치도|[시군도])$/, '')
    const rest = name.slice(city.length)
    if (name.startsWith(city) && [...rest].length >= SHORTEST_WITHOUT_DISTRICT) return rest
  }
  return null
}

const SHORTEST_WITHOUT_DISTRICT = 3

/** Other and former names of places, each with the name of the place and the beginning of its address. */
export const aliases = readKoreaTable('aliases.tsv').map(([alias = '', name = '', within = '', source = '']) => ({
  alias,
  name,
  within,
  source,
}))

/** Other names of campuses: '고대 세종', '고려대학교세종캠퍼스'. */
const campuses = readKoreaTable('campuses.tsv').flatMap(([universities = '', words = '', name = '', within = '']) =>
  universities
    .split(' ')
    .flatMap((university) => words.split(' ').map((word) => university + word))
    .flatMap((campus) => ['', '캠', '캠퍼스'].map((ending) => ({ alias: campus + ending, name, within }))),
)

const byName = Map.groupBy([...aliases, ...campuses], ({ name }) => name)

function aliasesOf(name: string, address: string): string[] {
  const own = (byName.get(name) ?? []).filter(({ within }) => address.startsWith(within))
  return own.flatMap(({ alias }) => (alias.endsWith('리단길') ? [alias, alias.slice(0, -1)] : [alias]))
}
