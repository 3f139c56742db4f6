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
      name: 'domains-use-those-below',
      comment:
        'Pictures and mail know nobody; posts and places search through each other; accounts take all they own along.',
      severity: 'error',
      from: { path: '^server/(images|mail)/', pathNot: '\\.test\\.ts$' },
      to: { path: `^server/(${DOMAINS})/`, pathNot: '^server/$1/' },
    },
    {
      name: 'only-jobs-run-jobs',
      severity: 'error',
      from: { path: '^server/(accounts|posts|images|mail|places)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/jobs/', pathNot: '^server/jobs/task\\.ts$' },
    },
    {
      name: 'parts-know-no-screen',
      comment: 'A part that only one screen uses stands beside it.',
      severity: 'error',
      from: { path: '^web/(components|map|queries)/' },
      to: { path: '^web/routes/' },
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
