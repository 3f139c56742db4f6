import { expect, test } from 'vitest'
import { LruByNetwork } from './slow-clients.ts'

test('above the limit of a network, its item unused for longest is evicted', () => {
  const held = new LruByNetwork<string>(2, 100)
  expect([held.add('a', 'x'), held.add('b', 'x'), held.add('c', 'y')]).toEqual([undefined, undefined, undefined])
  held.touch('a')
  expect(held.add('d', 'x')).toBe('b')
  held.delete('a')
  expect(held.add('e', 'x')).toBeUndefined()
  expect(held.add('f', 'x')).toBe('d')
})

test('above the limit in all, the network with most gives way, whoever comes', () => {
  const held = new LruByNetwork<string>(1000, 10)
  held.add('visitor', 'visitor')
  for (let n = 0; n < 9; n++) held.add(`many ${n}`, 'many')
  expect(held.add('newcomer', 'newcomer')).toBe('many 0')
  expect(held.add('many 9', 'many')).toBe('many 1')
  // However long the visitor is idle.
  expect(held.add('newcomer 2', 'newcomer')).toBe('many 2')
})

test('of networks that hold equally many, the one unused for longest gives way', () => {
  const held = new LruByNetwork<number>(10, 3)
  const evicted = [1, 2, 3, 4, 5].map((item) => held.add(item, `network ${item}`))
  expect(evicted).toEqual([undefined, undefined, undefined, 1, 2])
  held.touch(3)
  // An evicted one is unknown.
  held.touch(1)
  expect(held.add(6, 'network 6')).toBe(4)
})
