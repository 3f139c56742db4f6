import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { errorMessages } from '#rules/errors.ts'
import { type PostSite, refusal, startPostSite } from '#tests/post-site.ts'
import { assignPostsToAreas } from '../../posts/areas/assign-posts-to-areas.ts'
import { loadBundle } from './load-bundle.ts'

const sites: PostSite[] = []

async function startWith(bundledPlaces: string): Promise<PostSite> {
  const site = await startPostSite({ env: { BUNDLED_PLACES: bundledPlaces } })
  sites.push(site)
  return site
}

let fresh: PostSite

beforeAll(async () => {
  fresh = await startWith('on')
})

afterAll(() => Promise.all(sites.map((site) => site.close())))

const search = (site: PostSite, keyword: string) => site.api.fresh('127.0.0.1').searchPlaces({ keyword })

test('until the bundle is loaded, a search that finds nothing and an unknown area answer PREPARING', async () => {
  // Clock of a new process; this one may have run other tests for long.
  const [now, begun] = [performance.now.bind(performance), performance.now()]
  vi.spyOn(performance, 'now').mockImplementation(() => now() - begun)
  const preparing = { code: 'PREPARING', message: errorMessages.PREPARING }
  expect(await refusal(search(fresh, '망원동'))).toEqual(preparing)
  expect((await search(fresh, '해운대구'))[0]?.place_name).toBe('해운대구')
  expect(await search(fresh, ' ')).toEqual([])

  expect(await refusal(fresh.api.getArea({ path: '서울/마포구/망원동' }))).toEqual(preparing)
  const addresses = [
    '서울 마포구 월드컵로 200',
    '부산 해운대구 구남로 24',
    '제주시 연동',
    '서울 강남구 역삼동 825-22',
    '없는길 1',
  ]
  for (const address of addresses) expect(await refusal(fresh.api.geocode({ address }))).toEqual(preparing)
  expect(await fresh.api.geocode({ address: '부산 해운대구' })).toMatchObject({ precision: 'district' })
  expect(await refusal(fresh.api.reverseGeocode({ lat: 37.5568, lng: 126.9018 }))).toEqual(preparing)

  await loadBundle(fresh.db)
  expect(await refusal(fresh.api.getArea({ path: '서울/마포구/망원동' }))).toEqual(preparing)
  while (!(await assignPostsToAreas(fresh.db)));
  expect(await fresh.api.getArea({ path: '서울/마포구/망원동' })).toMatchObject({ name: '망원동' })
  expect(await refusal(fresh.api.getArea({ path: '서울/없는구' }))).toMatchObject({ code: 'NOT_FOUND' })
  expect((await search(fresh, '망원동'))[0]?.place_name).toBe('망원동')
  expect(await search(fresh, '없는곳')).toEqual([])
  expect(await fresh.api.geocode({ address: '서울 마포구 월드컵로 200' })).toMatchObject({ precision: 'road' })
  expect(await fresh.api.reverseGeocode({ lat: 37.5568, lng: 126.9018 })).toMatchObject({ dong: '망원동' })
  await fresh.db.deleteFrom('place_sources').execute()
  expect(await search(fresh, '망원동')).toEqual([])
})

test('a bundle that is not there after five minutes has failed, and nothing found is an answer again', async () => {
  const failed = await startWith('on')
  const clock = vi.spyOn(performance, 'now').mockReturnValue(5 * 60_000 - 1)
  try {
    expect(await refusal(search(failed, '망원동'))).toMatchObject({ code: 'PREPARING' })
    clock.mockReturnValue(5 * 60_000)
    expect(await search(failed, '망원동')).toEqual([])
    expect(await refusal(failed.api.getArea({ path: '서울/없는구' }))).toMatchObject({ code: 'NOT_FOUND' })
  } finally {
    clock.mockRestore()
  }
})

test('without the bundle a search that finds nothing answers at once', async () => {
  expect(await search(await startWith('off'), '망원동')).toEqual([])
})
