import { builtInAreas, provinceAliases, readKoreaTable } from './korea-areas.ts'

/**
 * A former or new name of an area (`korea/renamed.tsv`), where the gazetteer has another one. Only this module knows such names.
 */
type Renamed = Readonly<{
  name: string
  /** Its address in the gazetteer, the borders and the list of roads. */
  area: string
  /** Whether it is today's name rather than a former one. */
  isPresent: boolean
}>

const renamed: readonly Renamed[] = readKoreaTable('renamed.tsv').map(([name = '', area = '', , until = '']) => ({
  ...{ name, area, isPresent: until === '' },
}))

const isInside = (address: string, area: string): boolean => address === area || address.startsWith(`${area} `)

/** The longest area around an address among names, replaced by the other name. */
function replaced(address: string, names: readonly (readonly [from: string, to: string])[]): string {
  const [best] = names.filter(([from]) => isInside(address, from)).toSorted(([a], [b]) => b.length - a.length)
  return best ? best[1] + address.slice(best[0].length) : address
}

const presentNames = renamed.filter(({ isPresent }) => isPresent).map(({ name, area }) => [area, name] as const)
const formerNames = renamed.filter(({ isPresent }) => !isPresent).map(({ name, area }) => [name, area] as const)

const present = new Map<string, string>()

/** Today's address for a former one, or for one of the gazetteer: '인천광역시 영종구 운서동' for '인천광역시 중구 운서동'. */
export function currentAddress(address: string): string {
  const known = present.get(address) ?? replaced(replaced(address, formerNames), presentNames)
  if (present.size < MOST_KEPT) present.set(address, known)
  return known
}

const MOST_KEPT = 20_000

/** Former districts whose parts belong to several of today's. */
const divided = new Set(
  presentNames
    .map(([area, name]) => [parentOf(area), parentOf(name)] as const)
    .filter(
      ([former, today]) =>
        !isInside(today, former) && presentNames.some(([area]) => area !== former && isInside(area, former)),
    )
    .map(([former]) => former),
)

/** Whether an address is a former district that was divided among several of today's. */
export const isDividedDistrict = (address: string): boolean => divided.has(address)

function parentOf(address: string): string {
  return address.slice(0, Math.max(0, address.lastIndexOf(' ')))
}

/** Other names of an area of the gazetteer, former and new ones, in full. */
export function otherNamesOf(area: string): readonly string[] {
  return byArea.get(area) ?? []
}

const byArea = new Map(
  [...Map.groupBy(renamed, ({ area }) => area)].map(([area, all]) => [area, all.map(({ name }) => name)] as const),
)

/** Today's districts that the gazetteer lacks, each with the areas of the gazetteer in it. */
export const newDistricts: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ...Map.groupBy(presentNames, ([area, name]) =>
      builtInAreas.some(({ address }) => address === area) ? name : parentOf(name),
    ),
  ].map(([name, parts]) => [name, parts.map(([area]) => area)]),
)

/** Spellings of a district's name without spaces: '인천남구', '인천광역시남구', '경북군위', and '청원군' if no district is called so today. */
export function writtenNames(name: string): readonly string[] {
  const [province = '', ...rest] = name.split(' ')
  const shorts = [...provinceAliases].filter(([, full]) => full === province).map(([short]) => short)
  const last = rest.at(-1) ?? province
  const isTaken = rest.length > 0 && builtInAreas.some(({ address }) => address.endsWith(` ${last}`))
  const stem = rest.length === 1 ? last.replace(/(?<=..)[시군]$/, '') : last
  const behind = [province, ...shorts].flatMap((short) => [
    short + rest.join(''),
    ...(stem === last ? [] : [short + stem]),
  ])
  const inside = rest.length === 0 ? [] : [rest.join(''), ...behind]
  return [...(isTaken ? inside.slice(rest.length > 1 ? 0 : 1) : [last, ...inside])]
}

/** Replaces other names of areas in the words of an address with those of the gazetteer: '인천광역시 중구 운서동' for '인천 영종구 운서동', '충청북도 청주시' for 청원군. */
export function gazetteerWords(words: readonly string[]): readonly string[] {
  for (const [name, area] of typedNames) {
    const [province = '', ...rest] = name.split(' ')
    if (rest.length === 0) {
      // A new 시도 that joined two means, typed alone, the first of them: the gazetteer has no area for both.
      const known = area === '' && words.length === 1 ? (renamed.find((one) => one.name === name)?.area ?? '') : area
      if (words[0] === name) return [...(known === '' ? [] : known.split(' ')), ...words.slice(1)]
      continue
    }
    const isWhole = words[0] === province && rest.every((word, index) => words[index + 1] === word)
    if (isWhole) return [...area.split(' '), ...words.slice(1 + rest.length)]
    const isAlone = !takenWords.has(rest.at(-1) ?? '') && rest.every((word, index) => words[index] === word)
    if (isAlone) return [...area.split(' '), ...words.slice(rest.length)]
  }
  return words
}

const takenWords = new Set(builtInAreas.map(({ address }) => address.slice(address.lastIndexOf(' ') + 1)))

/** Former and new names of areas, each with the area of the gazetteer that contains all of it. */
const typedNames: readonly (readonly [string, string])[] = [
  ...[...newDistricts].map(([name, areas]) => [name, commonArea(areas)] as const),
  ...[...Map.groupBy(formerNames, ([name]) => name)].map(
    ([name, all]) => [name, commonArea(all.map(([, area]) => area))] as const,
  ),
].filter(([name, area]) => name !== area && (area !== '' || !name.includes(' ')))

/** The smallest area that contains all of these: their district, or else a 시 or 시도; empty for several 시도. */
function commonArea(areas: readonly string[]): string {
  const isDistrict = (address: string) => builtInAreas.some((known) => known.address === address)
  const [first = '', ...others] = new Set(areas.map((area) => (isDistrict(area) ? area : parentOf(area))))
  let common = first
  while (common !== '' && !others.every((other) => isInside(other, common))) common = parentOf(common)
  return common
}
