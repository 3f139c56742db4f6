/** Who may import whom: the table of ARCHITECTURE.md as rules. */

const DOMAINS = 'accounts|posts|images|mail|places|jobs'

export default {
  forbidden: [
    {
      name: 'rules-stand-alone',
      comment: 'Rules run in the browser and on the server alike, so they know neither.',
      severity: 'error',
      from: { path: '^rules/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^rules/', '^contract/', '^node_modules/'] },
    },
    {
      name: 'contract-imports-nothing',
      severity: 'error',
      from: { path: '^contract/' },
      to: { pathNot: ['^contract/', '^node_modules/'] },
    },
    {
      name: 'server-knows-no-page',
      comment: 'server/http/web.ts loads the built pages by their path; nothing is imported.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: ['^web/', '^e2e/', '^bench/', '^scripts/'] },
    },
    {
      name: 'web-knows-no-server',
      comment: 'The API is the only way from a page to its data.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: ['^server/', '^e2e/', '^bench/', '^scripts/', '^tests/'] },
    },
    {
      name: 'tests-stay-outside',
      severity: 'error',
      from: { path: '^server/', pathNot: '\\.test\\.ts$' },
      to: { path: '^tests/' },
    },
    {
      name: 'domains-know-no-http',
      comment: 'HTTP calls the domains, not the other way round.',
      severity: 'error',
      from: { path: `^server/(${DOMAINS})/`, pathNot: '\\.test\\.ts$' },
      to: { path: '^server/(http/|app\\.ts|main\\.ts)' },
    },
    {
      name: 'domains-keep-their-sql',
      comment: 'A domain is used through its functions; its queries and tables are its own.',
      severity: 'error',
      from: { path: `^server/(${DOMAINS})/` },
      to: { path: `^server/(${DOMAINS})/.*-sql\\.ts$`, pathNot: '^server/$1/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: { pathNot: '\\.gen\\.ts$' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'], pathNot: '\\.gen\\.ts$' } },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|node:sqlite)' },
    },
  ],
  options: {
    // TypeScript 7 has no parser for other programs to use.
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
