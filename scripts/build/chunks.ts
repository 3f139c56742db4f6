import path from 'node:path'

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

const partOf = (route: string) => `web/routes/${route}.tsx?tsr-split=component---loader---notFoundComponent`

/** The chunk `app` consists of these modules and everything they import: the code of every page, and that of home. */
const APP = ['web/client.tsx', ...['index', 'main', 'prefetch'].map(partOf)]

/** The chunk `screens` is the same for what an area has in addition, and for the tags of the heads of pages for reading. */
const SCREENS = [partOf('area.$'), 'web/routes/-heads.ts']

/** The chunks `place` and `post` have the rest of these pages; `forms` what comments need as every form does. */
const PLACE = [partOf('place.$id')]
const POST = [partOf('post.$id')]
const FORMS = ['kit/form.tsx', 'kit/field.tsx', 'kit/use-checked-form.ts', 'accounts/draft.tsx'].map(
  (file) => `web/${file}`,
)

/** The chunk `leaflet` draws a map. Alone, Leaflet would not import the app, and force a file for the bundler's helpers. */
const MAP = ['web/places/map/leaflet/map.ts']

/** The chunk `shared` has what the page of the map needs of these, without the rest of them. */
const MAP_PAGE = [partOf('map')]

let chunks: Map<string, string> | undefined

/**
 * The chunk of a module. A page loads few files, because each costs a phone time, and one file compresses better than
 * two. The bundler decides about all other modules.
 */
export function chunkOf(id: string, graph: Graph): string | null {
  chunks ??= new Map([
    ...reach(MAP, 'leaflet', graph),
    ...sharedWithMap(
      [...reach(PLACE, 'place', graph), ...reach(POST, 'post', graph), ...reach(FORMS, 'forms', graph)],
      graph,
    ),
    ...reach(SCREENS, 'screens', graph),
    ...reach(APP, 'app', graph),
  ])
  return chunks.get(id) ?? null
}

/** The modules of these chunks, those that the map needs too in one of their own. */
function sharedWithMap(parts: readonly [id: string, chunk: string][], graph: Graph): [id: string, chunk: string][] {
  const ofMap = new Set(reach(MAP_PAGE, '', graph).map(([id]) => id))
  return parts.map(([id, chunk]) => [id, ofMap.has(id) ? 'shared' : chunk])
}

/** The modules that are loaded with the given ones, each with the name of their chunk. */
function reach(roots: readonly string[], chunk: string, graph: Graph): [id: string, chunk: string][] {
  const ids = new Set(roots.map((root) => path.resolve(root)))
  for (const id of ids) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) ids.add(imported)
  return [...ids].map((id) => [id, chunk])
}
