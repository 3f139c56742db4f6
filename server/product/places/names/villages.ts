import { GENERIC_WORDS } from '#rules/search-words.ts'
import { dishNamed } from '../../search/dish-names.ts'
import { readKoreaTable } from '../korea-areas.ts'
import type { KnownPlace, Names } from './known-names.ts'

/** A 리, with its 시도, 시군구 and 읍 or 면 in the address. */
export type Village = Readonly<{ name: string; address: string; lat: number; lng: number; shops: number }>

/** Words with an ordinary meaning. */
const ORDINARY_WORDS = new Set('사다리 목소리 두마리 모서리 송사리 대가리'.split(' '))

let known: ReadonlyMap<string, readonly Village[]> | undefined

/**
 * Villages of the country by name, those with more food shops first. They are twice as many as other names, so they are found only by the
 * whole name and have none of the other forms.
 */
export function villagesNamed(name: string): readonly Village[] {
  known ??= readVillages()
  return known.get(name) ?? []
}

function readVillages(): ReadonlyMap<string, readonly Village[]> {
  const villages = readKoreaTable('villages.tsv.gz').map(([shops, address = '', lat, lng]) => ({
    ...{ name: address.slice(address.lastIndexOf(' ') + 1), address },
    ...{ lat: Number(lat), lng: Number(lng), shops: Number(shops) },
  }))
  const named = Map.groupBy(villages, ({ name }) => name)
  for (const [name, all] of named) {
    if (ORDINARY_WORDS.has(name) || GENERIC_WORDS.has(name) || dishNamed(name)) named.delete(name)
    else all.sort((a, b) => b.shops - a.shops)
  }
  return named
}

let towns: ReadonlyMap<string, string> | undefined

/** The 읍 or 면 in which a landmark lies (`korea/towns.tsv.gz`), whose borders its address does not tell; null in a 동, and of areas. */
export function townOf({ areas }: Names, { name, address, level }: KnownPlace): KnownPlace | null {
  if (level !== undefined) return null
  towns ??= new Map(
    readKoreaTable('towns.tsv.gz').map(([town = '', around = '', ...of]) => [[around, ...of].join('\t'), town]),
  )
  return areas.get(towns.get(`${address}\t${name}`) ?? '') ?? null
}
