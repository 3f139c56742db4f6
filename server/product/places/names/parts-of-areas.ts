import { metresBetween, type Position } from '#rules/position.ts'
import { GENERIC_WORDS } from '#rules/search-words.ts'
import { dishNamed } from '../../search/dish-names.ts'
import { readKoreaTable } from '../korea-areas.ts'
import { type KnownPlace, type NameForm, type NameIndex, toNameForm } from './known-names.ts'

/** A port or beach named after its village, for one that the data lack: '저구항' of 저구리. */
const OF_VILLAGE = /^(.{2,})(?:항|포구|해변|해수욕장|선착장|방파제)$/

/** Kinds of landmarks with a village's name that make it better known than other villages of that name. */
const BESIDE_VILLAGE = ['항', '해수욕장', '해변', '포구']

/** Food shops added for the rank of a better known village: within `TO_LANDMARK` metres of a port or beach of its name, or on 제주, where people name the 리. */
const KNOWN_BETTER = 1000
const TO_LANDMARK = 5000

/**
 * Name forms for a text that names a part of an area: a 리, as a part of its 읍 or 면, or a former city, as the part of today's city that
 * has its name. `written` are the forms that the data have for the text. Empty if it names no such part.
 */
export function findPartForms(names: NameIndex, text: string, written?: readonly NameForm[]): readonly NameForm[] {
  if (written) return written.every(isFormer) ? formerCity(names, text, written) : villageOfTown(names, text, written)
  const [, stem = text.replace(/리$/, '')] = OF_VILLAGE.exec(text) ?? []
  return stem === text ? [] : villageForms(names, text, villagesNamed(`${stem}리`))
}

const isFormer = ({ kind, place }: NameForm): boolean => kind === 'former' && place.level === 2

/** A former city as a part of today's: '삼천포시' is the part of 사천시 with the name 삼천포. */
function formerCity({ byText }: NameIndex, text: string, written: readonly NameForm[]): readonly NameForm[] {
  const [only, ...others] = written
  const [part] = byText.get(text.replace(/[시군]$/, '')) ?? []
  if (!only || !part || others.length > 0 || !part.place.address.startsWith(only.place.address)) return []
  return [partOf(only.place, part.place, text, {})]
}

/** A village in the 읍 or 면 that has its name as another name: '위미' in 남원읍. */
function villageOfTown(names: NameIndex, text: string, written: readonly NameForm[]): readonly NameForm[] {
  const isByName = ({ kind, place: { level = 0, name } }: NameForm) =>
    kind === 'alias' && level > 2 && /[읍면]$/.test(name)
  if (!written.every(isByName)) return []
  const villages = villagesNamed(`${text.replace(/리$/, '')}리`)
  const isInside = ({ address }: Village) => written.some(({ place }) => address.startsWith(`${place.address} `))
  return villageForms(names, text, villages.filter(isInside))
}

function villageForms({ byText, areas }: NameIndex, text: string, villages: readonly Village[]): readonly NameForm[] {
  const stem = villages[0]?.name.replace(/리$/, '')
  const landmarks = villages.length > 1 ? BESIDE_VILLAGE.flatMap((kind) => byText.get(stem + kind) ?? []) : []
  return villages.flatMap((village) => {
    const town = areas.get(village.address.slice(0, village.address.lastIndexOf(' ')))
    if (!town) return []
    const isBeside = landmarks.some(({ place }) => metresBetween(place, village) < TO_LANDMARK)
    const isBetter = isBeside || village.address.startsWith('제주')
    return [partOf(town, village, text, { shops: village.shops + (isBetter ? KNOWN_BETTER : 0) })]
  })
}

function partOf(area: KnownPlace, { lat, lng }: Position, text: string, more: Pick<KnownPlace, 'shops'>): NameForm {
  return toNameForm({ ...area, ...more, lat, lng, near: { lat, lng } }, { text, kind: 'whole' })
}

/** A 리, with its 시도, 시군구 and 읍 or 면 in the address. */
type Village = Readonly<{ name: string; address: string; lat: number; lng: number; shops: number }>

/** Words with an ordinary meaning, which are not looked up as villages. */
const ORDINARY_WORDS = new Set('사다리 목소리 두마리 모서리 송사리 대가리'.split(' '))

let known: ReadonlyMap<string, readonly Village[]> | undefined

/**
 * Villages of the country by name, those with more food shops first. There are twice as many as other names, so they are found only
 * by the whole name and have none of the other forms.
 */
function villagesNamed(name: string): readonly Village[] {
  known ??= readVillages()
  return known.get(name) ?? []
}

function readVillages(): ReadonlyMap<string, readonly Village[]> {
  const villages = readKoreaTable('villages.tsv.gz').map(([shops, address = '', lat, lng]) => ({
    name: address.slice(address.lastIndexOf(' ') + 1),
    address,
    lat: Number(lat),
    lng: Number(lng),
    shops: Number(shops),
  }))
  const named = Map.groupBy(villages, ({ name }) => name)
  for (const [name, all] of named) {
    if (ORDINARY_WORDS.has(name) || GENERIC_WORDS.has(name) || dishNamed(name)) named.delete(name)
    else all.sort((a, b) => b.shops - a.shops)
  }
  return named
}

let towns: ReadonlyMap<string, string> | undefined

/** The 읍 or 면 in which a landmark lies, from `korea/towns.tsv.gz` as its address may lack it; null in a 동, and for areas. */
export function townOf({ areas }: NameIndex, { name, address, level }: KnownPlace): KnownPlace | null {
  if (level !== undefined) return null
  towns ??= new Map(
    readKoreaTable('towns.tsv.gz').map(([town = '', around = '', ...of]) => [[around, ...of].join('\t'), town]),
  )
  return areas.get(towns.get(`${address}\t${name}`) ?? '') ?? null
}
