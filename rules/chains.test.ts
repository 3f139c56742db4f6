import { expect, test } from 'vitest'
import { chains } from './chains.ts'
import { dishes } from './dishes.ts'

test('each name of a chain is that of one chain and of no dish, in small letters and without spaces', () => {
  const names = chains.flatMap(({ name, spellings }) => [name, ...spellings])
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(names.filter((name) => name !== name.toLowerCase().replace(/\s/g, ''))).toEqual([])
  // In English a chain may be called as food is: 'bbq' behind an English place is meat.
  const food = new Set(dishes.flatMap(({ name, spellings }) => [name, ...spellings]))
  expect(names.filter((name) => food.has(name))).toEqual([])
})
