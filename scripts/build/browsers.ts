import { readFileSync } from 'node:fs'

/** Vite's names of the browsers of `browserslist`; Samsung Internet has none, because it is Chrome. */
const NAMES = new Map(
  Object.entries({ chrome: 'chrome', edge: 'edge', firefox: 'firefox', safari: 'safari', ios_saf: 'ios' }),
)

/** Vite's build targets, such as 'safari16', by the `browserslist` of package.json. */
export function supportedBrowsers(): string[] {
  const { browserslist } = JSON.parse(readFileSync('package.json', 'utf8')) as { browserslist: string[] }
  return browserslist.flatMap((query) => {
    const [name = '', , version = ''] = query.split(' ')
    return NAMES.has(name) ? [`${NAMES.get(name)}${version}`] : []
  })
}
