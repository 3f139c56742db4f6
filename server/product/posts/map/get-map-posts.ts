import { type RawBuilder, sql } from 'kysely'
import type { MapCluster, QueryGetMapPostsArgs } from '#contract/schema.gen.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { postsHiddenFrom, type Reader } from '../../authors/visibility.ts'
import { searchTerms } from '../../search/search-text.ts'
import { isNarrowed } from '../lists/list-filter.ts'
import { orders } from '../lists/orders.ts'
import { type PostRow, type PresentedPost, presentPost, selectPosts } from '../present-post.ts'
import { type PostQuery, queryOfWords } from '../search/post-query.ts'
import { readSearch } from '../search/resolve-keyword.ts'
import { groupBySquare, mergeClose, nameClusters, type PointGroup, presentCluster } from './clusters.ts'
import { findPoints, isInMapView, MAX_POSITIONS, type MapPoints } from './points.ts'
import { type MapView, parseMapView } from './view.ts'

/** Clusters of a map. The posts of its cards are loaded only when requested (`loadMapCards`). */
export type FoundMap = Readonly<{
  clusters: MapCluster[]
  count: number
  estimated: boolean
  view: MapView
  inView: number
  points: MapPoints | null
}>

/** Clusters, at most as many as fit a screen. @throws {AppError} BAD_USER_INPUT */
export async function getMapPosts(context: OperationContext, args: QueryGetMapPostsArgs): Promise<FoundMap> {
  const { db } = context
  const { keyword, ...bounds } = parseMapView(args, context.session, context.db)
  const query = (await readSearch(db, keyword, context.session))?.query ?? null
  const view = { ...bounds, query: query && isLandmarkAlone(query) ? queryOfWords(searchTerms(keyword)) : query }
  const cells = await loadCells(db, view)
  const inView = cells.reduce((sum, { count }) => sum + count, 0)
  const isOneByOne = inView > 0 && (view.query !== null || isNarrowed(view.filter) || inView <= MAX_POSITIONS)
  const points = isOneByOne ? await findPoints(db, view, inView) : null
  const clusters = mergeClose(points ? groupBySquare(points.points, view.square, points.weight) : cells, view.apart)
  return {
    clusters: await nameClusters(db, await withPosts(context, clusters), view),
    count: clusters.reduce((sum, { count }) => sum + count, 0),
    estimated: (points?.weight ?? 1) > 1,
    view,
    inView,
    points,
  }
}

/** Whether a query has only a landmark: the map moves there, so posts around it do not count as matches in the present view. */
function isLandmarkAlone({ there, occasions = [] }: PostQuery): boolean {
  return there !== null && there.around !== null && there.terms.length === 0 && occasions.length === 0
}

type Row = Pick<PostRow, 'id' | 'title' | 'kind' | 'image_url' | 'image_key'>

async function withPosts(
  { db, images, shown }: OperationContext,
  clusters: readonly PointGroup[],
): Promise<MapCluster[]> {
  const ids = clusters.flatMap(({ postId }) => postId ?? [])
  if (ids.length === 0) return clusters.map(presentCluster)
  const { rows } = await sql<Row>`
    select p.id, p.title, p.kind, u.url as image_url, i.key as image_key
    from posts p
    left join image_uses u on u.post_id = p.id and u.position = 0
    left join images i on i.id = u.image_id
    where p.id = any(${ids}::bigint[])`.execute(db)
  const posts = new Map(rows.map((row) => [row.id, row]))
  for (const { id } of rows) shown.add(String(id))
  return clusters.map((cluster) => {
    const post = posts.get(cluster.postId ?? 0)
    if (!post) return presentCluster(cluster)
    const { title, kind, image_url, image_key } = post
    return { ...presentCluster(cluster), title, kind, image: images.urlOf(image_key, image_url) }
  })
}

/** Levels n of `post_cells`, which counts posts in squares of 360° / 2ⁿ. */
const LEVELS = [12, 15, 18] as const

/** Groups of the posts in view by stored counts, whose squares may reach slightly beyond the view. */
async function loadCells(db: Queryable, { box, square, filter }: MapView): Promise<PointGroup[]> {
  const level = LEVELS.find((kept) => 360 / 2 ** kept <= square) ?? 18
  const cell = 360 / 2 ** level
  const [left, right] = [box.west + 180, box.east + 180].map((x) => Math.floor(x / cell))
  const [top, bottom] = [180 - box.north, 180 - box.south].map((y) => Math.floor(y / cell))
  const perSquare = Math.max(1, Math.round(square / cell))
  const { rows } = await sql<{ x: number; y: number; count: number; mean_x: number; mean_y: number }>`
    select x / ${perSquare} as x, y / ${perSquare} as y, sum(count)::int as count,
      sum(sum_x) / sum(count) as mean_x, sum(sum_y) / sum(count) as mean_y
    from ${cellsFor(filter.reader, level)} c
    where level = ${level} and x between ${left} and ${right} and y between ${top} and ${bottom}
    group by 1, 2 having sum(count) > 0`.execute(db)
  const width = cell * perSquare
  return rows.map((row) => ({
    count: row.count,
    x: row.mean_x,
    y: row.mean_y,
    box: {
      west: row.x * width - 180,
      east: (row.x + 1) * width - 180,
      north: 180 - row.y * width,
      south: 180 - (row.y + 1) * width,
    },
    postId: null,
  }))
}

function cellsFor(reader: Reader, level: number): RawBuilder<unknown> {
  if (reader === null) return sql`post_cells`
  const cell = (coordinate: RawBuilder<number>) =>
    sql`least(2 ^ ${sql.lit(level)} - 1, floor(${coordinate} / 360 * 2 ^ ${sql.lit(level)}))::integer`
  return sql`(
    select level, x, y, count, sum_x, sum_y from post_cells union all
    select ${sql.lit(level)}, ${cell(sql`(m.position[0] + 180)`)}, ${cell(sql`(180 - m.position[1])`)}, -1,
      -m.position[0], -m.position[1]
    from post_positions m where m.post_id = any(array(${postsHiddenFrom(reader)}))
  )`
}

const CARDS = 20

/** First posts of the list that are examined before a sample is drawn. */
const WALKED_POSTS = 2000

/** Posts in view for the map's cards, in the order of the view; a sample, if a crowded view has few of the list's first posts. */
export async function loadMapCards(context: OperationContext, map: FoundMap): Promise<PresentedPost[]> {
  const { view, inView } = map
  if (inView === 0) return []
  const order = orders[view.sort]
  const { points } = map.points ?? (await findListed(context.db, map)) ?? (await findPoints(context.db, view, inView))
  const found = points.map(({ id }) => id)
  const { rows } = await sql<PostRow>`
    ${selectPosts}
    join (
      select ${order.id} as card_id from ${order.table} where ${order.id} = any(${found}::bigint[])
      order by ${order.by} limit ${sql.lit(CARDS)}
    ) card on card.card_id = p.id
    order by ${order.by}`.execute(context.db)
  return rows.map((row) => presentPost(context, row))
}

/** The list's first posts that lie in view; null if too few do. */
async function findListed(db: Queryable, { view }: FoundMap): Promise<{ points: { id: number }[] } | null> {
  const order = orders[view.sort]
  const { rows } = await sql<{ id: number }>`
    select m.post_id as id from (
      select ${order.id} as id, row_number() over (order by ${order.by}) as place from ${order.table}
      order by ${order.by} limit ${sql.lit(WALKED_POSTS)}
    ) listed, lateral (select * from post_positions where post_id = listed.id offset 0) m
    where ${isInMapView(view)} order by listed.place limit ${sql.lit(CARDS)}`.execute(db)
  return rows.length === CARDS ? { points: rows } : null
}
