import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Imports of the bootstrap from Node. Node 18.0 has all of them, as "Added in" of its documentation says. */
const OF_NODE_18: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['spawn'],
  'node:crypto': ['createHash'],
  'node:fs': [
    'existsSync',
    'mkdirSync',
    'readdirSync',
    'readFileSync',
    'rmSync',
    'statSync',
    'utimesSync',
    'writeFileSync',
  ],
  'node:os': ['default'],
  'node:path': ['default'],
  'node:process': ['default'],
  'node:timers/promises': ['setTimeout'],
  'node:url': ['fileURLToPath'],
}

const files = ['scripts/bootstrap.mjs', ...globSync('scripts/bootstrap/*.mjs')]

test.each(files)('%s imports nothing that Node 18 has not', (file) => {
  const imports = readFileSync(file, 'utf8').matchAll(/^import (?:(\w+)|\{([^}]+)\}) from '(node:[^']+)'/gm)
  for (const [, whole, names = '', module = ''] of imports) {
    const asked = whole ? ['default'] : names.split(',').map((name) => name.trim().split(' as ')[0])
    expect(OF_NODE_18[module], `${module} in ${file}`).toEqual(expect.arrayContaining(asked))
  }
})
