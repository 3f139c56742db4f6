import { bytesOfView, gzippedSizes, views } from '#tests/korea-map-views.ts'
import { buildKoreaMap } from '../scripts/build/korea-map/build-map.ts'
import { report } from './report.ts'

/** Bytes of the bundled map for a first view of 1,280 by 736 pixels over eleven cities and coasts. */
const since = performance.now()
const files = buildKoreaMap()
const built = performance.now() - since
const sizes = gzippedSizes(files)
const zooms = [...new Set(views.map(({ zoom }) => zoom))]
report(
  'map-geometry',
  'Geometry of the bundled map for a first view',
  zooms.map((zoom) => {
    const ofZoom = views
      .filter((view) => view.zoom === zoom)
      .map(({ city, box }) => ({ city, bytes: bytesOfView(sizes, box, zoom) }))
      .toSorted((one, other) => one.bytes - other.bytes)
    const kilobytes = (at: number) => ((ofZoom.at(at)?.bytes ?? 0) / 1000).toFixed(1)
    return { zoom, 'least, kB': kilobytes(0), 'most, kB': kilobytes(-1), 'most over': ofZoom.at(-1)?.city ?? '' }
  }),
  [
    `${files.size} files, ${Math.round([...sizes.values()].reduce((sum, size) => sum + size) / 1000)} kB with gzip in all, made in ${Math.round(built)} ms.`,
  ],
)
