import { toWorld } from '#rules/korea-map.ts'
import type { Border } from './borders.ts'
import { distanceToSegment, joinLines, type Line, type Point, simplify } from './lines.ts'
import type { Bundle } from './read-bundle.ts'

/**
 * Rivers with district borders in the middle: the 시군구 of each bank, and the usual width of the water there in metres.
 */
const RIVERS: readonly { name: string; width: number; one: readonly string[]; other: readonly string[] }[] = [
  {
    name: '한강',
    width: 950,
    one: [
      '파주시',
      '고양시 일산서구',
      '고양시 일산동구',
      '고양시 덕양구',
      '서울특별시 마포구',
      '서울특별시 용산구',
      '서울특별시 성동구',
      '서울특별시 광진구',
      '구리시',
      '남양주시',
    ],
    other: [
      '김포시',
      '서울특별시 강서구',
      '서울특별시 양천구',
      '서울특별시 영등포구',
      '서울특별시 동작구',
      '서울특별시 서초구',
      '서울특별시 강남구',
      '서울특별시 송파구',
      '서울특별시 강동구',
      '하남시',
      '광주시',
    ],
  },
  {
    name: '낙동강',
    width: 520,
    one: ['부산광역시 강서구', '김해시'],
    other: ['부산광역시 사하구', '부산광역시 사상구', '부산광역시 북구', '양산시'],
  },
  {
    name: '낙동강',
    width: 400,
    one: ['밀양시', '창녕군', '달성군', '성주군'],
    other: ['김해시', '창원시 의창구', '함안군', '의령군', '합천군', '고령군'],
  },
  { name: '금강', width: 700, one: ['서천군', '부여군'], other: ['군산시', '익산시', '논산시'] },
  { name: '섬진강', width: 350, one: ['광양시', '구례군'], other: ['하동군'] },
]

export type River = { width: number; far: boolean; lines: Line[] }

/** The rivers: the middle of the water where borders show it, and Natural Earth's line elsewhere. */
export function riversOf(borders: readonly Border[], { surroundings }: Bundle): River[] {
  const courses = RIVERS.map(({ width, one, other }) => ({
    width,
    far: false,
    lines: joinLines(borders.filter((border) => parts(border, one, other)).map(({ line }) => line)).map((line) =>
      simplify(line, SHARP),
    ),
  }))
  const known = courses.flatMap(({ lines }) => lines)
  const far = surroundings.features.flatMap(({ properties, geometry }) =>
    properties.t === 'river' && geometry.type === 'LineString'
      ? awayFrom(
          geometry.coordinates.map(([lng = 0, lat = 0]) => toWorld(lat, lng)),
          known,
        )
      : [],
  )
  return [...courses, { width: 300, far: true, lines: far }]
}

/** Whether the border runs in the middle of a river. */
export function isInRiver(border: Border): boolean {
  return RIVERS.some(({ one, other }) => parts(border, one, other))
}

function parts({ kind, districts }: Border, one: readonly string[], other: readonly string[]): boolean {
  if (kind === 'edge' || kind === 'dong') return false
  const isOf = (names: readonly string[], district = '') =>
    names.some((name) => district === name || district.endsWith(` ${name}`))
  const [first, second] = districts
  return (isOf(one, first) && isOf(other, second)) || (isOf(one, second) && isOf(other, first))
}

/** Corners of a border within about 60 metres are not the river's. */
const SHARP = 60 / 32_000_000

/** About three kilometres: the greatest difference between the two sources. */
const BESIDE = 3 / 32_000

/** The parts of a line that do not run along a known one. */
function awayFrom(line: Line, known: readonly Line[]): Line[] {
  const isBeside = (point: Point) =>
    known.some((other) =>
      other.some((to, index) => index > 0 && distanceToSegment(point, other[index - 1] as Point, to) < BESIDE),
    )
  const pieces: Line[] = [[]]
  for (const point of line) {
    if (isBeside(point)) pieces.push([])
    else pieces.at(-1)?.push(point)
  }
  return pieces.filter(({ length }) => length > 1)
}
