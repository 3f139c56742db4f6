import { afterAll, beforeAll, expect, test } from 'vitest'
import { misspeltPlaces } from '#tests/misspelt-places.ts'
import { importQuietly, jsonFile } from '#tests/place-files.ts'
import { type PostSite, refusal, startPostSite } from '#tests/post-site.ts'
import { loadBundle } from './bundle/load-bundle.ts'

let site: PostSite

beforeAll(async () => {
  site = await startPostSite()
})

afterAll(() => site.close())

const suggested = (keyword: string) => site.api.suggestPlaces({ keyword })

test('without an import the built-in names are suggested', async () => {
  expect(await suggested('해운데구')).toEqual(['해운대구'])
  expect(await suggested('망언동')).not.toContain('망원동')
})

test('nine of ten misspelt names have the wanted one among their suggestions, and each suggestion finds something', async () => {
  await loadBundle(site.db)
  const misses: string[] = []
  for (const { typed, wanted } of misspeltPlaces) {
    const names = await suggested(typed)
    if (!names.includes(wanted)) misses.push(`${typed}: ${names.join(', ')}`)
    for (const name of names) expect(await site.api.searchPlaces({ keyword: name }), name).not.toEqual([])
  }
  expect(misspeltPlaces.length).toBeGreaterThanOrEqual(30)
  expect(misses.length / misspeltPlaces.length, misses.join('\n')).toBeLessThanOrEqual(0.1)
})

test('a keyword that resembles nothing has no suggestions, and there are never more than five', async () => {
  for (const keyword of ['', ' ', '뷁', '뷁뷁뷁뷁', 'zzz!', '가'.repeat(100), '%%%', 'a b c d e f'])
    expect(await suggested(keyword), keyword).toEqual([])
  for (const keyword of ['강냄', '중안시장', '신천동네', '대구 즁구']) {
    const names = await suggested(keyword)
    expect(names.length).toBeGreaterThan(0)
    expect(names.length).toBeLessThanOrEqual(5)
  }
  expect(await refusal(suggested('가'.repeat(101)))).toMatchObject({ code: 'BAD_USER_INPUT' })
})

test('imported names are suggested at once', async () => {
  expect(await suggested('콩알시잔')).not.toContain('콩알시장')
  const file = await jsonFile('places.json', {
    fields: ['name', 'category', 'address', 'lat', 'lng'],
    rows: [['콩알시장', '전통시장', '서울특별시 마포구 망원동 1', 37.55, 126.9]],
  })
  await importQuietly(site.db, file)
  expect(await Promise.all([suggested('콩알시잔'), suggested('콩알시잔')])).toEqual([['콩알시장'], ['콩알시장']])
})
