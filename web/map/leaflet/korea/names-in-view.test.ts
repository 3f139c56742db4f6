import { expect, test } from 'vitest'
import { LABEL_WITHOUT_NAMES, namesInView } from './names-in-view.ts'
import type { LabelStyle, PlacedLabel } from './place-labels.ts'

const frame = { left: 1000, top: 2000, width: 800, height: 700, zoom: 12 }
const view = { left: 1200, top: 2200, width: 400, height: 300, zoom: 12 }

function label(text: string, style: LabelStyle, x: number, y: number): PlacedLabel {
  return { text, style, x, y, offset: 0, box: { left: x, top: y, right: x, bottom: y } }
}

test('the accessible name lists the names in view, the most central first, and marks stations', () => {
  const labels = [
    label('합정', 'station', 260, 250),
    label('마포구', 'sgg', 390, 345),
    label('홍대입구', 'change', 420, 380),
    label('김포시', 'sgg', 150, 350),
  ]
  expect(namesInView(labels, frame, view)).toBe('지도에 보이는 곳: 마포구, 홍대입구역, 합정역')
})

test('a view without names is just a map; of a hundred names the twenty most central are listed', () => {
  expect(namesInView([], frame, view)).toBe(LABEL_WITHOUT_NAMES)
  const many = Array.from({ length: 100 }, (_, index) => label(`${index}동`, 'dong', 400 + index, 350))
  expect(namesInView(many, frame, view).split(', ')).toHaveLength(20)
})
