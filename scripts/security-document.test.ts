import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rows = [...readFileSync('docs/security.md', 'utf8').matchAll(/^\|.*\| `([\w/.-]+)`: (.+) \|$/gm)]
const escaped = (name: string, quote: string) => name.replaceAll(quote, `\\${quote}`)

test.each(rows.map(([, file = '', name = '']) => [file, name]))(
  '%s has the test that docs/security.md names: %s',
  (file, name) => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const isThere = ["'", '"', '`'].some((quote) => text.includes(`${quote}${escaped(name, quote)}${quote}`))
    expect(isThere).toBe(true)
  },
)

test('docs/security.md names a test for many threats', () => {
  expect(rows.length).toBeGreaterThan(50)
})
