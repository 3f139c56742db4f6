import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const PLATFORM = 'server/platform'

/** Tables whose rows the platform writes; all others are the product's. */
const OWN_TABLES = ['attempts', 'idempotency_keys', 'image_uses', 'images', 'mails', 'rate_limits', 'secret_check']

/** Tables and views that the migrations have made. */
const schema = readFileSync('server/platform/database/schema.gen.sql', 'utf8')
const tables = [...schema.matchAll(/^create (?:unlogged )?(?:table|view) (\w+)/gm)].map(([, name = '']) => name)
const productTables = tables.filter((name) => !OWN_TABLES.includes(name))

const NAMES = `(?:${productTables.join('|')})`
/** In SQL, or alone in quotes, as Kysely takes them. */
const NAMED = new RegExp(
  `\\b(?:from|join|into|update|table|truncate|only)\\s+"?(${NAMES})\\b|['"\`](${NAMES})['"\`]`,
  'g',
)

function namedTables(code: string): string[] {
  return [...withoutComments(code).matchAll(NAMED)].map(([, inSql, quoted]) => inSql ?? quoted ?? '')
}

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

test('the platform names no table of the product', () => {
  const files = readdirSync(PLATFORM, { recursive: true, encoding: 'utf8' })
    .map((file) => `${PLATFORM}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !/\.(?:test|gen)\.ts$/.test(file))
  const named = files.flatMap((file) => namedTables(readFileSync(file, 'utf8')).map((table) => `${file}: ${table}`))
  expect(named).toEqual([])
  expect(files.length).toBeGreaterThan(80)
})

test('every table of the platform is one of the migrations', () => {
  expect(OWN_TABLES.filter((name) => !tables.includes(name))).toEqual([])
  expect(productTables).toEqual(expect.arrayContaining(['accounts', 'posts', 'comments', 'listed_posts', 'area_fills']))
})

test.each([
  ['select count(*) from posts', ['posts']],
  ['left join comments c on true', ['comments']],
  ["db.selectFrom('accounts')", ['accounts']],
  ["hasTable(db, 'accounts')", ['accounts']],
  ['coalesce((select next_id from area_fills), 0)', ['area_fills']],
  ["db.selectFrom('images').innerJoin('image_uses', 'image_uses.image_id', 'images.id')", []],
  ['/** Rows come from posts. */', []],
])('%s names %j', (code, expected) => {
  expect(namedTables(code)).toEqual(expected)
})
