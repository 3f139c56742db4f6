import { readKoreaTable } from '../korea-table.ts'

/** Food shops around areas and landmarks of the bundle, by their address and name (`scripts/korea-bundle/popularity.ts`). */
const read = () =>
  new Map(readKoreaTable('popularity.tsv.gz').map(([shops, ...key]) => [key.join('\t'), Number(shops)]))

let shopsAround: ReadonlyMap<string, number> | undefined

type Named = Readonly<{ name: string; address: string; level?: number }>

/** Doubled shops count one more. */
export function popularityOf({ name, address, level }: Named): number {
  shopsAround ??= read()
  return Math.log2(1 + (shopsAround.get(level === undefined ? `${address}\t${name}` : address) ?? 0))
}
