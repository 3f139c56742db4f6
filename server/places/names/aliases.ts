import { readKoreaTable } from '../korea-table.ts'

/** A by-name or former name, the name that it means, and how the address of that begins. */
export const aliases = readKoreaTable('aliases.tsv').map(([alias = '', name = '', within = '', source = '']) => ({
  alias,
  name,
  within,
  source,
}))

const byName = Map.groupBy(aliases, ({ name }) => name)

export function aliasesOf(name: string, address: string): string[] {
  return (byName.get(name) ?? []).filter(({ within }) => address.startsWith(within)).map(({ alias }) => alias)
}
