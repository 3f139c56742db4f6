import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FoodKind, foodKinds } from '#rules/food-kinds.ts'
import { drawingNames, drawingOf, drawingsOf } from './post-image.tsx'

const kinds = [...(Object.keys(foodKinds) as FoodKind[]), null]
const posts = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 1e6 }).map(String),
    kind: fc.constantFrom(...kinds),
    image: fc.constantFrom(null, '/images/a.jpg'),
  }),
  { maxLength: 40 },
)

test('no drawing stands beside or below itself, in one, two and three columns', () => {
  fc.assert(
    fc.property(posts, (list) => {
      const drawn = drawingsOf(list)
      for (const [place, dish] of drawn.entries()) {
        expect(dish === '').toBe(list[place]?.image !== null)
        if (dish) for (const columns of [1, 2, 3]) expect(drawn[place - columns]).not.toBe(dish)
      }
    }),
  )
})

test('a post alone has the drawing that it has in a list, and food of its kind', () => {
  for (const kind of kinds)
    expect(drawingsOf([{ id: '42', kind, image: null }])).toEqual([drawingOf({ id: '42', kind })])
  const cafes = Array.from({ length: 9 }, (_, id) => drawingOf({ id: String(id), kind: 'cafe' }))
  expect(new Set(cafes)).toEqual(new Set(['coffee', 'cake', 'bread', 'glass']))
})

test('there are twelve drawings, each in the file, in the colours of both themes', () => {
  expect(drawingNames).toHaveLength(12)
  const file = readFileSync(new URL('../../pictures/dishes.svg', import.meta.url), 'utf8')
  expect([...file.matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id).toSorted()).toEqual(drawingNames.toSorted())
  const colours = [...file.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, colour]) => colour)
  expect(colours.filter((colour) => !/^(?:none|var\(--fb-[1-6]\))$/.test(colour ?? ''))).toEqual([])
})
