import os from 'node:os'
import { sql } from 'kysely'
import type { OperationContext } from '#server/context.ts'
import { createLog } from '#server/log.ts'
import { getMapPosts, loadMapCards } from '#server/posts/map/get-map-posts.ts'
import { latitudeOf, mercatorLatitude } from '#server/posts/map/view.ts'
import { quantile, type Row, report, round } from './report.ts'
import { openStage } from './stage.ts'
import { measuredWords } from './vocabulary.ts'

/** Milliseconds per view of the map in the server's code, at every zoom and for the words of the search bench. */
const VIEWS = 40
const SCREEN = { width: 1280, height: 800 }
const zooms = Array.from({ length: 16 }, (_, index) => index + 4)
const filters = ['latest', 'popular', 'order'] as const
const keywords = {
  '': null,
  'absent word': measuredWords.absent.word,
  'word of 50 posts': measuredWords.rare.word,
  'word of 4 %': measuredWords.fourPercent.word,
  'word of 50 %': measuredWords.common.word,
} as const

const stage = await openStage()

const context = {
  db: stage.db,
  log: createLog('warn'),
  images: { urlOf: (key: string) => key },
} as unknown as OperationContext

/** Typical views: at posts, so mostly at cities. */
const { rows: centres } = await sql<{ lat: number; lng: number }>`
  select lat, lng from posts where id % (select greatest(1, count(*) / ${VIEWS}) from posts) = 0 limit ${VIEWS}`.execute(
  stage.db,
)

const rows: Row[] = []
for (const zoom of zooms) rows.push(await measure(zoom, null))
for (const [name, keyword] of Object.entries(keywords)) {
  if (keyword === null) continue
  for (const zoom of [6, 9, 12, 15]) rows.push({ ...(await measure(zoom, keyword)), keyword: name })
}
report('places-map', `The feed on a map of ${stage.posts.toLocaleString('en')} posts`, rows, [
  `Views of ${SCREEN.width} × ${SCREEN.height} pixels around ${VIEWS} posts taken at random. Cards are the 20 posts beside the map, in each of the three orders.`,
  `Load average of the machine at the end: ${os.loadavg()[0]?.toFixed(1)}.`,
])
await stage.close()

async function measure(zoom: number, keyword: string | null): Promise<Row> {
  const clusterTimes: number[] = []
  const cardTimes: number[] = []
  let most = 0
  let bytes = 0
  for (const [index, centre] of centres.entries()) {
    const started = performance.now()
    const args = { ...boundsAround(centre, zoom), zoom, keyword, filter: filters[index % 3] ?? 'latest' }
    const map = await getMapPosts(context, args)
    const half = performance.now()
    await loadMapCards(context, map)
    cardTimes.push(performance.now() - half)
    clusterTimes.push(half - started)
    most = Math.max(most, map.clusters.length)
    bytes = Math.max(bytes, JSON.stringify(map.clusters).length)
  }
  return {
    zoom,
    keyword: 'none',
    'clusters p50 ms': round(quantile(clusterTimes, 0.5)),
    'clusters p95 ms': round(quantile(clusterTimes, 0.95)),
    'cards p50 ms': round(quantile(cardTimes, 0.5)),
    'cards p95 ms': round(quantile(cardTimes, 0.95)),
    'most clusters': most,
    'most bytes': bytes,
  }
}

function boundsAround({ lat, lng }: { lat: number; lng: number }, zoom: number) {
  const pixel = 360 / (256 * 2 ** zoom)
  const y = mercatorLatitude(lat)
  return {
    west: Math.max(-180, lng - (pixel * SCREEN.width) / 2),
    east: Math.min(180, lng + (pixel * SCREEN.width) / 2),
    south: latitudeOf(y - (pixel * SCREEN.height) / 2),
    north: latitudeOf(y + (pixel * SCREEN.height) / 2),
  }
}
