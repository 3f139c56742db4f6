import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type PostSite, startPostSite } from '#tests/post-site.ts'
import { dropCentres } from './drop-centres.ts'
import { fillAreas } from './fill-areas.ts'

let site: PostSite
let author: Person

/** The centres of 마포구, which is built in, and of 망원동, which the test imports. */
const MAPO = { lat: 37.56, lng: 126.91 }
const MANGWON = { lat: 37.556123, lng: 126.901987 }
const address = '서울 마포구 망원동 123-4'

beforeAll(async () => {
  site = await startPostSite()
  author = await site.person()
  await sql`
    with source as (insert into place_sources (key, attribution) values ('own', '') returning id)
    insert into place_areas (source_id, source_key, level, name, address, normal, grams, lat, lng)
    select id, '1', 3, '망원동', '서울특별시 마포구 망원동', '', '{}', ${MANGWON.lat}, ${MANGWON.lng} from source`.execute(
    site.db,
  )
})

afterAll(() => site.close())

async function positionOf(id: string) {
  const { lat, lng } = await site.api.as(author).getPost({ id })
  return lat === null ? null : { lat, lng }
}

test('a position at the centre of an area is dropped from old posts that name no place', async () => {
  const post = (fields: object) => site.post({ author, address, ...MAPO, ...fields })
  const dropped = {
    'of a 시군구': await post({}),
    'of a 동': await post(MANGWON),
    'named after its area': await post({ ...MANGWON, place_name: '망원동' }),
  }
  const kept = {
    'with a place': await post({ place_name: '을밀대' }),
    'beside the centre': await post({ lat: MAPO.lat + 1e-9 }),
    'without an address': await post({ address: null }),
    'edited since': await post({}),
  }
  await sql`update posts set created_at = created_at - interval '1 day'`.execute(site.db)
  await sql`update posts set updated_at = now() where id = ${kept['edited since']}`.execute(site.db)
  const confirmed = await post({})

  const positions = async (posts: Record<string, string>) => Promise.all(Object.values(posts).map(positionOf))
  const before = await positions({ ...kept, confirmed })
  await dropCentres(site.db)
  while (!(await fillAreas(site.db)));

  expect(await positions(dropped)).toEqual([null, null, null])
  expect(await positions({ ...kept, confirmed })).toEqual(before)
  for (const id of Object.values(dropped)) {
    const { address: stored, areas } = await site.api.as(author).getPost({ id })
    expect([stored, areas.map(({ path }) => path)]).toEqual([address, ['서울', '서울/마포구']])
  }
  const near = await site.api.as(author).getPosts({ filter: 'near', ...MAPO })
  expect(near.data.map(({ id }) => id).toSorted()).toEqual([...Object.values(kept), confirmed].toSorted())
})

test('it is done once for a database', async () => {
  const later = await site.post({ author, address, ...MAPO })
  await sql`update posts set created_at = created_at - interval '1 day' where id = ${later}`.execute(site.db)
  await dropCentres(site.db)
  expect(await positionOf(later)).toEqual(MAPO)
})
