import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/database.ts'
import { bundledExtras, saveSource, updateCounts } from '../import/sources.ts'
import { getNameIndex, indexNames, type KnownPlace, keepNameIndexLoaded } from './known-names.ts'

test('while names are indexed, the event loop turns after each slice', async () => {
  const places = Array.from({ length: 2000 }, (_, nth): KnownPlace => {
    const name = `가나${String.fromCharCode('가'.charCodeAt(0) + nth)}동`
    return {
      name,
      address: `서울특별시 ${name}`,
      category: null,
      level: 3,
      lat: 37,
      lng: 127,
      source: '',
      normal: name,
    }
  })
  const indexing = indexNames(places)
  let isDone = false
  indexing.then(() => {
    isDone = true
  })
  let turns = 0
  for (; !isDone; turns++) await nextTurn()
  expect(turns).toBeGreaterThan(1)
  const { forms, byText } = await indexing
  expect(new Set(forms.map(({ place }) => place))).toEqual(new Set(places))
  expect([...byText.values()].flat()).toHaveLength(forms.length)
})

test('names are read again after an import, but not after that of roads and shops', async () => {
  const { db, drop } = await freshDatabase()
  onTestFinished(drop)
  const load = async (key: string) => updateCounts(db, await saveSource(db, { key, attribution: '', url: null }))
  const atStart = await getNameIndex(db)
  for (const key of Object.values(bundledExtras)) await load(key)
  expect(await getNameIndex(db)).toBe(atStart)
  await load('a gazetteer')
  expect(await getNameIndex(db)).not.toBe(atStart)
})

test('an import is noticed before a search asks', async () => {
  const { db, drop } = await freshDatabase()
  onTestFinished(drop)
  let readings = 0
  const watched = db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('from place_areas')) readings++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  onTestFinished(keepNameIndexLoaded(watched, { firstLookMs: 0, lookAgainMs: 10 }))
  await expect.poll(() => readings).toBe(1)
  await updateCounts(db, await saveSource(db, { key: 'a gazetteer', attribution: '', url: null }))
  await expect.poll(() => readings).toBeGreaterThan(1)
})
