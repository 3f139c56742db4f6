import { readKoreaTable } from '../korea-areas.ts'
import type { KnownPlace, Names } from './known-names.ts'

let towns: ReadonlyMap<string, string> | undefined

/** The 읍 or 면 in which a landmark lies (`korea/towns.tsv.gz`), whose borders its address does not tell; null in a 동, and of areas. */
export function townOf({ areas }: Names, { name, address, level }: KnownPlace): KnownPlace | null {
  if (level !== undefined) return null
  towns ??= new Map(
    readKoreaTable('towns.tsv.gz').map(([town = '', around = '', ...of]) => [[around, ...of].join('\t'), town]),
  )
  return areas.get(towns.get(`${address}\t${name}`) ?? '') ?? null
}
