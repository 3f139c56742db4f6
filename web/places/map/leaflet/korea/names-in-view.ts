/** Most names in the accessible name. */
const MAX_SPOKEN_NAMES = 20

/** Accessible name while no name is in view. */
export const LABEL_WITHOUT_NAMES = '지도'

type Point = { x: number; y: number }

type Label = { name: string; at: Point; isStreet: boolean }

/** The names in view as a sentence, those of streets last, and the nearest to the middle first. */
export function namesInView(labels: Iterable<Label>, middle: Point): string {
  const away = ({ at }: Label) => Math.hypot(at.x - middle.x, at.y - middle.y)
  const sorted = [...labels].toSorted(
    (one, other) => Number(one.isStreet) - Number(other.isStreet) || away(one) - away(other),
  )
  const names = new Set(sorted.map(({ name }) => name))
  const spoken = [...names].slice(0, MAX_SPOKEN_NAMES)
  return spoken.length > 0 ? `지도에 보이는 곳: ${spoken.join(', ')}` : LABEL_WITHOUT_NAMES
}
