import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseTown } from './recent-towns.ts'

const mangwon = { near: '37.556,126.901', area: '서울/마포구/망원동', name: '망원동' }
const yeoksam = { near: '37.5,127.036', area: '서울/강남구/역삼동', name: '역삼동' }
const nowhere = { near: '35.6,139.7', name: '현재 위치' }

const stored: Record<string, string> = {}
const recent = () => JSON.parse(stored.recent_towns ?? '[]')

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, text: string) => {
      stored[key] = text
    },
  })
})
afterEach(() => {
  for (const key of Object.keys(stored)) delete stored[key]
  vi.unstubAllGlobals()
})

test('a town that an earlier release stored is among those chosen lately', () => {
  stored.town = JSON.stringify({ ...mangwon, isAside: true })
  chooseTown(yeoksam)
  expect(JSON.parse(stored.town)).toEqual(yeoksam)
  expect(recent()).toEqual([yeoksam, mangwon])
  chooseTown(mangwon)
  expect(recent()).toEqual([mangwon, yeoksam])
})

test('a position without an area can be chosen, but is no town to choose again', () => {
  chooseTown(nowhere)
  expect(JSON.parse(stored.town ?? '')).toEqual(nowhere)
  chooseTown(mangwon)
  expect(recent()).toEqual([mangwon])
})
