/** Who may import whom: one rule per row of the table in ARCHITECTURE.md, and rules for all files. */
import { readFileSync } from 'node:fs'
import { readImportTable, rulesOf } from './scripts/check/import-table.ts'

const table = readImportTable(readFileSync(new URL('ARCHITECTURE.md', import.meta.url), 'utf8'))

export default {
  forbidden: [
    ...rulesOf(table),
    {
      name: 'no-circles',
      comment: 'No circles of files, not even of types; only generated files may be in one.',
      severity: 'error',
      from: { pathNot: '\\.gen\\.ts$' },
      to: { circular: true, viaOnly: { pathNot: '\\.gen\\.ts$' } },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|node:sqlite)' },
    },
  ],
  options: {
    // TypeScript 7 offers no parser to other programs.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
