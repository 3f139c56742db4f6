import { readFileSync } from 'node:fs'

const file = new URL('../../../korea/aliases.tsv', import.meta.url)

/** A by-name or former name, the name that it means, and how the address of that begins. */
export const aliases = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [alias = '', name = '', within = '', source = ''] = line.split('\t')
    return { alias, name, within, source }
  })

const byName = Map.groupBy(aliases, ({ name }) => name)

export function aliasesOf(name: string, address: string): string[] {
  return (byName.get(name) ?? []).filter(({ within }) => address.startsWith(within)).map(({ alias }) => alias)
}
