import { expect, test } from 'vitest'
import { MAP_LABEL_WITHOUT_NAMES, namesInView } from './label-rules.ts'

const middle = { x: 100, y: 100 }

test('names are spoken from the middle outwards, each once, those of streets last', () => {
  const labels = [
    { name: '망원로', at: { x: 100, y: 100 }, isStreet: true },
    { name: '합정동', at: { x: 0, y: 0 }, isStreet: false },
    { name: '망원역', at: { x: 90, y: 100 }, isStreet: false },
    { name: '망원로', at: { x: 110, y: 130 }, isStreet: true },
  ]
  expect(namesInView(labels, middle)).toBe('지도에 보이는 곳: 망원역, 합정동, 망원로')
})

test('at most twenty names are spoken, and without any it is the map', () => {
  const many = Array.from({ length: 50 }, (_, index) => ({
    name: `${index}길`,
    at: { x: 100 + index, y: 100 },
    isStreet: true,
  }))
  expect(namesInView(many, middle).split(', ')).toHaveLength(20)
  expect(namesInView([], middle)).toBe(MAP_LABEL_WITHOUT_NAMES)
})
