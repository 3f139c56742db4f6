import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Food shops around areas and landmarks of the bundle, by their address and name (`scripts/korea-bundle/popularity.ts`). */
const read = () =>
  new Map(
    gunzipSync(readFileSync(new URL('../../../korea/popularity.tsv.gz', import.meta.url)))
      .toString()
      .split('\n')
      .map((line): [string, number] => {
        const [shops = '', ...key] = line.split('\t')
        return [key.join('\t'), Number(shops)]
      }),
  )

let shopsAround: ReadonlyMap<string, number> | undefined

type Named = Readonly<{ name: string; address: string; level?: number }>

/** Doubled shops count one more. */
export function popularityOf({ name, address, level }: Named): number {
  shopsAround ??= read()
  return Math.log2(1 + (shopsAround.get(level === undefined ? `${address}\t${name}` : address) ?? 0))
}
