import { readFileSync } from 'node:fs'

/** The build's names of browsers; Samsung Internet is Chrome. */
const NAMES = new Map(
  Object.entries({ chrome: 'chrome', edge: 'edge', firefox: 'firefox', safari: 'safari', ios_saf: 'ios' }),
)

/** 'safari16' and its like, by the `browserslist` of package.json: what the built files may use. */
export function supportedBrowsers(): string[] {
  const { browserslist } = JSON.parse(readFileSync('package.json', 'utf8')) as { browserslist: string[] }
  return browserslist.flatMap((query) => {
    const [name = '', , version = ''] = query.split(' ')
    return NAMES.has(name) ? [`${NAMES.get(name)}${version}`] : []
  })
}
