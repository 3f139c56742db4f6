import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadBundle } from '#server/places/bundle/load-bundle.ts'
import { type PostSite, refusal, startPostSite } from '#tests/post-site.ts'
import { fillAreas } from './fill-areas.ts'

let site: PostSite

beforeAll(async () => {
  site = await startPostSite()
  const author = await site.person()
  for (const address of ['서울 마포구 망원동 1', '서울 마포구 서교동 2', '서울 중구 명동 3', '부산 중구 중앙동 4'])
    await site.post({ author, address })
  await loadBundle(site.db)
  while (!(await fillAreas(site.db)));
}, 120_000)

afterAll(() => site.close())

async function suggested(keyword: string): Promise<string[]> {
  return (await site.api.suggestAreas({ keyword })).map(({ path }) => path)
}

test('areas with posts are suggested by half a name, by initial consonants, and by a name in a larger area', async () => {
  expect(await suggested('망원')).toEqual(['서울/마포구/망원동'])
  expect(await suggested('ㅁㅇㄷ')).toEqual(['서울/마포구/망원동'])
  expect(await suggested('마포 망원')).toEqual(['서울/마포구/망원동'])
  expect(await suggested('중구')).toEqual(['서울/중구', '부산/중구'])
  expect(await suggested('부산 중구')).toEqual(['부산/중구'])
  // Another name of 서교동.
  expect(await suggested('동교동')).toEqual(['서울/마포구/서교동'])
})

test('areas without posts, places and contents are not suggested', async () => {
  expect(await suggested('합정동')).toEqual([])
  expect(await suggested('강남역')).toEqual([])
  expect(await suggested(' ')).toEqual([])
  expect(await refusal(site.api.suggestAreas({ keyword: '가'.repeat(101) }))).toMatchObject({ code: 'BAD_USER_INPUT' })
})
