import { expect, test } from 'vitest'
import { OldestFirst } from './oldest-first.ts'

test('a new item removes the one unused for longest in the same network', () => {
  const held = new OldestFirst<string>(2, 100)
  expect([held.add('a', 'x'), held.add('b', 'x'), held.add('c', 'y')]).toEqual([undefined, undefined, undefined])
  held.touch('a')
  expect(held.add('d', 'x')).toBe('b')
  held.delete('a')
  expect(held.add('e', 'x')).toBeUndefined()
  expect(held.add('f', 'x')).toBe('d')
})

test('when the total is reached, the item unused for longest in any network is removed', () => {
  const held = new OldestFirst<number>(10, 3)
  const gone = [1, 2, 3, 4, 5].map((item) => held.add(item, `network ${item}`))
  expect(gone).toEqual([undefined, undefined, undefined, 1, 2])
  held.touch(3)
  held.touch(1)
  expect(held.add(6, 'network 6')).toBe(4)
})
