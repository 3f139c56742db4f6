import type { QueryClient } from '@tanstack/react-query'
import { rootRouteId, useHydrated, useLoaderData } from '@tanstack/react-router'
import type { Site } from '#contract/page-context.ts'

/** The site's settings and the time of rendering, from the server; constant for the life of a tab. */
export type PageInfo = { site: Site; now: string; holidays: readonly string[] }

/** The page info that this tab started with. */
export function usePageInfo(): PageInfo {
  return useLoaderData({ from: rootRouteId })
}

/** The time of rendering until the page is hydrated. */
export function useNow(): string | number {
  const { now } = usePageInfo()
  return useHydrated() ? Date.now() : now
}

type Matches = readonly { routeId: string; loaderData?: unknown }[]

export function siteOf(matches: Matches): Site {
  const info = matches.find((match) => match.routeId === rootRouteId)?.loaderData as PageInfo | undefined
  return info?.site ?? { name: '', origin: '', contact: null }
}

/** `<title>` and `noindex` for a private page. */
export function privateHead(matches: Matches, title: string) {
  return { meta: [{ title: `${title} | ${siteOf(matches).name}` }, { name: 'robots', content: 'noindex' }] }
}

type Value = string | number | boolean | null | undefined | Value[] | Fields
type Fields = { [name: string]: Value }

/** What the server loaded for a page, as it is sent to the browser. */
type PageData = {
  /** When it was collected, in milliseconds since 1970. */
  at: number
  queries: [key: Value[], data: Value][]
}

/** Rows with the same fields: their names, separated by spaces, then all values. No field of the API is called `$`. */
type Table = { $: Value[] }

/** The id of the element of a page that carries it, as JSON. */
export const PAGE_DATA = 'page_data'

/** Everything that was loaded. The server calls it after the loaders have finished. */
export function collectPageData(client: QueryClient): PageData {
  const loaded = client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' })
  return {
    at: Date.now(),
    queries: loaded.map(({ queryKey, state }) => [[...queryKey] as Value[], pack(state.data as Value)]),
  }
}

/** Gives the browser what the server loaded. */
export function acceptPageData(client: QueryClient, { at, queries }: PageData): void {
  for (const [key, data] of queries) client.setQueryData(key, unpack(data), { updatedAt: at })
}

function pack(value: Value): Value {
  if (Array.isArray(value)) return packRows(value) ?? value.map(pack)
  return isFields(value) ? mapFields(value, pack) : value
}

function unpack(value: Value): Value {
  if (Array.isArray(value)) return value.map(unpack)
  if (!isFields(value)) return value
  return '$' in value ? unpackRows(value as Table) : mapFields(value, unpack)
}

/** null unless these are several objects with the same fields in the same order. */
function packRows(values: Value[]): Table | null {
  const rows = values.filter(isFields)
  const [names = '', ...others] = rows.map((row) => Object.keys(row).join(' '))
  const areAlike = names !== '' && others.length > 0 && others.every((other) => other === names)
  return areAlike && rows.length === values.length ? { $: [names, ...rows.flatMap(valuesOf)] } : null
}

function unpackRows({ $: [names, ...values] }: Table): Value[] {
  const fields = String(names).split(' ')
  return Array.from({ length: values.length / fields.length }, (_, row) =>
    Object.fromEntries(fields.map((name, column) => [name, unpack(values[row * fields.length + column])])),
  )
}

function valuesOf(row: Fields): Value[] {
  return Object.values(row).map(pack)
}

function isFields(value: Value): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function mapFields(value: Fields, change: (field: Value) => Value): Fields {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, change(field)]))
}
