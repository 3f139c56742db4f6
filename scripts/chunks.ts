import path from 'node:path'

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** The chunk `app` consists of these modules and everything they import: the code of every page, and that of lists. */
const ROOTS = ['web/client.tsx', 'web/routes/-home/home.tsx']

let app: Set<string> | undefined

/**
 * The chunk of a module. The first page loads few files, because each costs a phone time, and one file compresses better
 * than two. The bundler decides about all modules outside `app`.
 */
export function chunkOf(id: string, graph: Graph): string | null {
  app ??= reach(ROOTS, graph)
  return app.has(id) ? 'app' : null
}

/** The modules that are loaded with the given ones. */
function reach(roots: readonly string[], graph: Graph): Set<string> {
  const ids = new Set(roots.map((root) => path.resolve(root)))
  for (const id of ids) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) ids.add(imported)
  return ids
}
