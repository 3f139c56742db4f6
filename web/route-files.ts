import { rootRouteId } from '@tanstack/react-router'
import type { Manifest } from 'vite'

type Files = { preloads?: string[]; css?: string[]; scripts?: { attrs: Record<string, string | boolean> }[] }

/** Matches the manifest's key for the component of a route, and captures the name of its file: 'area.$' for '/area/$'. */
const SCREEN = /^web\/routes\/(.+)\.tsx\?.*\bcomponent\b/

/**
 * The scripts and styles of each route by its id.
 * @param built Vite's manifest of the browser's files; null in development, where Vite serves the sources
 */
export function filesOfRoutes(built: Manifest | null): Record<string, Files> {
  if (!built) return { [rootRouteId]: startWith('web/client.tsx') }
  const entry = Object.keys(built).find((key) => built[key]?.isEntry)
  if (entry === undefined) throw new Error('No script starts the pages.')
  const ofAll = withImports(built, entry)
  const routes: Record<string, Files> = {
    [rootRouteId]: { ...filesOf(built, ofAll), ...startWith(built[entry]?.file ?? '') },
  }
  for (const key of Object.keys(built)) {
    const name = SCREEN.exec(key)?.[1]
    if (name === undefined) continue
    const ofScreen = withImports(built, key).filter((one) => !ofAll.includes(one))
    routes[`/${name === 'index' ? '' : name.replaceAll('.', '/')}`] = filesOf(built, ofScreen)
  }
  return routes
}

function startWith(file: string): Files {
  return { scripts: [{ attrs: { type: 'module', async: true, src: `/${file}` } }] }
}

function withImports(built: Manifest, key: string): string[] {
  const keys = new Set([key])
  for (const one of keys) for (const imported of built[one]?.imports ?? []) keys.add(imported)
  return [...keys]
}

/** Styles of imported chunks come before those of the importing chunk, as in the sources. */
function filesOf(built: Manifest, keys: readonly string[]): Files {
  const chunks = keys.map((key) => built[key])
  return {
    preloads: chunks.flatMap((chunk) => (chunk ? `/${chunk.file}` : [])),
    css: [...new Set(chunks.toReversed().flatMap((chunk) => chunk?.css ?? []))].map((file) => `/${file}`),
  }
}
