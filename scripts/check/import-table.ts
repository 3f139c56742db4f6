/**
 * A row of the table 'Folders' in ARCHITECTURE.md. The first column names files and folders (with a trailing slash),
 * the last what they may import besides each other.
 */
export type ImportRule = Readonly<{ names: readonly string[]; mayImport: readonly string[] | 'everything' }>

const HEADING = '| Folder | What it is | May import |'

/** Tests may import everything. */
const TEST = '\\.(?:test|long)\\.tsx?$'

/**
 * Reads the table from the text of ARCHITECTURE.md.
 * @throws {Error} when there is no such table, or a row cannot be enforced
 */
export function readImportTable(markdown: string): ImportRule[] {
  const lines = markdown.split('\n')
  const start = lines.indexOf(HEADING)
  if (start < 0) throw new Error(`ARCHITECTURE.md has no table with the heading ${HEADING}`)
  const rest = lines.slice(start + 2)
  const end = rest.findIndex((line) => !line.startsWith('|'))
  return rest.slice(0, end < 0 ? rest.length : end).map(readRow)
}

function readRow(line: string): ImportRule {
  const [, first = '', , last = '', ...more] = line.split('|').map((cell) => cell.trim())
  const names = namesIn(first)
  const mayImport = last === 'everything' ? last : namesIn(last)
  const isRule = mayImport.length > 0 || last === 'nothing'
  if (names.length === 0 || !isRule || more.length !== 1) throw new Error(`ARCHITECTURE.md: no rule in ${line}`)
  return { names, mayImport }
}

/** The names in backticks. */
function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}

/** The rows as rules of dependency-cruiser, for our own files only. */
export function rulesOf(rows: readonly ImportRule[]) {
  const roots = new Set(rows.flatMap(({ names }) => names.map((name) => name.split('/')[0])))
  const ours = `^(${[...roots].join('|')})/`
  return rows.flatMap(({ names, mayImport }) => {
    if (mayImport === 'everything') return []
    return {
      name: `imports of ${names.join(', ')}`,
      comment: `It may import ${mayImport.join(', ') || 'nothing'} (ARCHITECTURE.md, "Folders").`,
      severity: 'error',
      from: { path: patternOf(names), pathNot: TEST },
      to: { path: ours, pathNot: patternOf([...names, ...mayImport]) },
    }
  })
}

/** A regular expression for these files, and for everything in these folders. */
export function patternOf(names: readonly string[]): string {
  const parts = names.map((name) => {
    const escaped = name.replaceAll('.', '\\.')
    return name.endsWith('/') ? escaped : `${escaped}$`
  })
  return `^(${parts.join('|')})`
}
