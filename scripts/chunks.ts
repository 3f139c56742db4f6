import path from 'node:path'

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** By name: the module whose imports, with all of theirs, make a chunk. What is in one chunk is not in the next. */
const ROOTS = { app: 'web/client.tsx', lists: 'web/routes/-home/home.tsx' } as const

let chunks: Map<string, string> | undefined

/**
 * The chunk of a module, for few files on the first page, because a phone pays for each: `app` is what every page
 * needs, `lists` what home and other lists need beside it. The bundler decides about all other modules.
 */
export function chunkOf(id: string, graph: Graph): string | null {
  chunks ??= readChunks(graph)
  return chunks.get(id) ?? null
}

function readChunks(graph: Graph): Map<string, string> {
  const found = new Map<string, string>()
  for (const [name, root] of Object.entries(ROOTS)) {
    const ids = new Set([path.resolve(root)])
    for (const id of ids) {
      if (found.has(id)) continue
      found.set(id, name)
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) ids.add(imported)
    }
  }
  return found
}
