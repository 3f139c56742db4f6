import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/database.ts'
import { searchTerms } from '../../search/search-text.ts'
import { noFilter } from '../lists/list-filter.ts'
import { type CountedQuery, countPostsOfQueries, findList, type PostQuery } from './post-query.ts'

const PROVINCE = '전북특별자치도'

const words = searchTerms('전북')
const place = { level: 1, lat: 35.7, lng: 127.1 }
const query: PostQuery = { terms: words, there: { addresses: [PROVINCE], around: null, posts: 0, terms: [] } }
const counted: CountedQuery = { needs: [], at: null, query }
const bars = { ...noFilter, facts: 1 << 8 }

async function province(posts: number) {
  const { db, drop } = await freshDatabase()
  onTestFinished(drop)
  await sql`
    with area as (insert into areas (address, lat, lng) values (${PROVINCE}, 35.7, 127.1) returning id),
    named as (insert into area_names (address, name, area_id) select ${PROVINCE}, ${PROVINCE}, id from area)
    insert into post_areas (area_id, post_id) select id, nth from area, generate_series(1, ${posts}::integer) nth`.execute(
    db,
  )
  return db
}

test('a filter that no post of a place passes is answered by the nearest posts, of a large one by its own list', async () => {
  expect(await findList(await province(3), query, place, bars)).toBe('nearest')
  // More than are tried.
  expect(await findList(await province(10_001), query, place, bars)).toBe('own')
})

test('a count that takes too long does not fail the search', async () => {
  const db = await province(3)
  const locked = Promise.withResolvers<void>()
  const isOver = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (tx) => {
    await sql`lock table post_areas, area_counts in access exclusive mode`.execute(tx)
    locked.resolve()
    await isOver.promise
  })
  try {
    await locked.promise
    const own = { count: 1, posts: 0 }
    expect(await countPostsOfQueries(db, [counted, counted], { reader: null })).toEqual({
      counts: [own, own],
      titled: null,
    })
    expect(await findList(db, query, place, bars)).toBe('own')
  } finally {
    isOver.resolve()
    await holding
  }
})
