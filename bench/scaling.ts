import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

// Writes the figures of docs/scaling.md from bench/results; `scripts/check/scaling.test.ts` compares them.

/** CPU microseconds of one request. */
type Cost = Readonly<{ site: number; postgres: number }>

/** Costs from the least to the most that was measured. */
type Measured = Readonly<{ least: Cost; most: Cost }>

type Kind = Readonly<{ name: string; share: number; cost: Measured; needsPrimary: boolean }>

/** Share of its time for which a core is used. */
const USED = 0.7
const CORES = 8

const DOCUMENT = 'docs/scaling.md'
const BLOCK = /(<!-- (\w+): written by `node bench\/scaling\.ts` -->\n).*?(\n<!-- end -->)/gs

/** The text with its figures replaced by those of the results. @throws {Error} when a result lacks one */
export function withFigures(text: string, read: (result: string) => string): string {
  const kinds = kindsOf(read)
  const blocks: Record<string, () => string[]> = {
    costs: () => [
      '| Request | Site | PostgreSQL | Share in the mix below |',
      '|---|---|---|---|',
      ...kinds.map(({ name, share, cost }) => row(name, span(cost, 'site'), span(cost, 'postgres'), percent(share))),
      row('one request of the mix', rounded(mixed(kinds).site), rounded(mixed(kinds).postgres), '100 %'),
      '',
      `Measured on ${['feed', 'growth', 'writes'].map((name) => `${dayOf(read(name))} (\`bench/results/${name}.md\`)`).join(', ')}.`,
    ],
    carries: () => ['| | Requests a second | What limits |', '|---|---|---|', ...carried(kinds)],
    writes: () => [onePrimary(table(read('writes')))],
  }
  return text.replaceAll(BLOCK, (_, start: string, name: string, end: string) => {
    const lines = blocks[name]
    if (!lines) throw new Error(`${DOCUMENT} has an unknown block ${name}`)
    return `${start}\n${lines().join('\n')}\n${end}`
  })
}

function kindsOf(read: (result: string) => string): Kind[] {
  const [feed, growth, writes] = [table(read('feed')), table(read('growth')), table(read('writes'))]
  const ofFeed = (request: string) => one(costOf(find(feed, request), 'server CPU µs', 'PostgreSQL CPU µs'))
  const search = find(growth, 'search, a word of 4 %')
  const [both, postgres] = [search['CPU µs'], search['of it PostgreSQL']].map((cell) =>
    Number(cell?.split(' / ').at(-1)),
  )
  const ofWrites = (pattern: RegExp) => {
    const costs = writes
      .filter(({ name }) => pattern.test(name ?? ''))
      .map((found) => costOf(found, 'CPU µs: site', 'PostgreSQL'))
    return { least: extreme(costs, Math.min), most: extreme(costs, Math.max) }
  }
  return [
    {
      name: 'public page that is kept: somebody asked for it, and nothing in it has changed since',
      share: 0.6,
      cost: ofFeed('home, anonymous'),
      needsPrimary: false,
    },
    { name: 'page of a signed-in member', share: 0.2, cost: ofFeed('home, signed in'), needsPrimary: true },
    {
      name: 'public page that nobody else asks for',
      share: 0.1,
      cost: ofFeed('post page, anonymous, each another'),
      needsPrimary: false,
    },
    {
      name: 'search by the API',
      share: 0.07,
      cost: one({ site: number(both) - number(postgres), postgres: number(postgres) }),
      needsPrimary: false,
    },
    { name: 'like', share: 0.027, cost: ofWrites(/^likes/), needsPrimary: true },
    { name: 'new post', share: 0.003, cost: ofWrites(/^new posts/), needsPrimary: true },
  ]
}

function carried(kinds: readonly Kind[]): string[] {
  const { site, postgres } = mixed(kinds)
  const onPrimary = mixed(kinds.filter(({ needsPrimary }) => needsPrimary)).postgres
  const perSecond = (cores: number, cost: number) => (cores * USED * 1e6) / cost
  const splits = Array.from({ length: CORES - 1 }, (_, index) => index + 1)
  const carriedBy = (own: number) => Math.min(perSecond(own, site), perSecond(CORES - own, postgres))
  const best = splits.reduce((one, other) => (carriedBy(other) > carriedBy(one) ? other : one))
  const [ten, hundred] = [perSecond(6 * CORES, site), perSecond(80 * CORES, site)]
  const busy = (requests: number, cost: number) => rounded((requests * cost) / 1e6)
  return [
    row('one core, with its share of PostgreSQL', rounded(perSecond(1, site + postgres)), 'CPU'),
    row(
      `one machine of 8 cores: ${best} for the site, ${CORES - best} for PostgreSQL`,
      rounded(carriedBy(best)),
      'CPU',
    ),
    row(
      'ten of 8 cores: 6 for the site, a primary, 3 replicas',
      rounded(ten),
      `CPU of the site; the primary has ${busy(ten, onPrimary)} cores of work, its replicas ${busy(ten, postgres - onPrimary)}`,
    ),
    row(
      'a hundred: 80 for the site, a primary, some replicas',
      'not with this mix',
      `the primary: ${rounded(hundred)} requests would be ${rounded(hundred * 0.027)} likes a second`,
    ),
  ]
}

function onePrimary(writes: readonly Cells[]): string {
  const most = (pattern: RegExp) =>
    Math.max(...writes.filter(({ name }) => pattern.test(name ?? '')).map((found) => number(found['/ s'])))
  return `One primary took ${rounded(most(/^likes of posts far apart/), 3)} likes of many posts or ${rounded(most(/^new posts/), 3)} new posts a second, each with its notifications.`
}

/** CPU of one request of these kinds, by their shares. */
function mixed(kinds: readonly Kind[]): Cost {
  const middle = ({ least, most }: Measured, part: keyof Cost) => (least[part] + most[part]) / 2
  const sum = (part: keyof Cost) => kinds.reduce((sum, { share, cost }) => sum + share * middle(cost, part), 0)
  return { site: sum('site'), postgres: sum('postgres') }
}

type Cells = Readonly<Record<string, string>>

/** The first table of a result. */
function table(markdown: string): Cells[] {
  const lines = markdown.split('\n')
  const start = lines.findIndex((line) => line.startsWith('|'))
  const rest = lines.slice(start)
  const rows = rest
    .slice(
      0,
      rest.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) => line.split('|').slice(1, -1))
  const [names = [], , ...cells] = rows
  return cells.map((row) => Object.fromEntries(names.map((name, index) => [name.trim(), row[index]?.trim() ?? ''])))
}

function find(rows: readonly Cells[], request: string): Cells {
  const found = rows.find((cells) => cells.request === request)
  if (!found) throw new Error(`bench/results has no figures of '${request}'`)
  return found
}

function costOf(cells: Cells, site: string, postgres: string): Cost {
  return { site: number(cells[site]), postgres: number(cells[postgres]) }
}

function number(cell: string | number | undefined): number {
  const value = Number(cell)
  if (cell === undefined || cell === '' || !Number.isFinite(value))
    throw new Error(`bench/results: no number in '${cell}'`)
  return value
}

const one = (cost: Cost): Measured => ({ least: cost, most: cost })

function extreme(costs: readonly Cost[], choose: (...values: number[]) => number): Cost {
  if (costs.length === 0) throw new Error('bench/results/writes.md lacks a kind of write')
  return { site: choose(...costs.map(({ site }) => site)), postgres: choose(...costs.map(({ postgres }) => postgres)) }
}

function span({ least, most }: Measured, part: keyof Cost): string {
  const [from, to] = [rounded(least[part]), rounded(most[part])]
  return from === to ? from : `${from} to ${to}`
}

function rounded(value: number, digits = 2): string {
  return Number(value.toPrecision(digits)).toLocaleString('en', { maximumFractionDigits: 2 })
}

function percent(share: number): string {
  return `${rounded(share * 100)} %`
}

function row(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

function dayOf(result: string): string {
  return /^\d{4}-\d\d-\d\d/m.exec(result)?.[0] ?? 'an unknown day'
}

/** @param name of a result */
export function readResult(name: string): string {
  return readFileSync(path.join(import.meta.dirname, 'results', `${name}.md`), 'utf8')
}

if (import.meta.main) writeFileSync(DOCUMENT, withFigures(readFileSync(DOCUMENT, 'utf8'), readResult))
