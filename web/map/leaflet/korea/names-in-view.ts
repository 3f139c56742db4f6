import type { Frame } from './frame.ts'
import type { PlacedLabel } from './place-labels.ts'

/** Most names in the accessible name. */
const MAX_SPOKEN_NAMES = 20

/** Accessible name while no name is in view. */
export const LABEL_WITHOUT_NAMES = '지도'

/**
 * The names in view as a sentence, nearest to the centre first. `labels` are placed on `frame`, which has the zoom of
 * `view`.
 */
export function namesInView(labels: readonly PlacedLabel[], frame: Frame, view: Frame): string {
  const [middleX, middleY] = [view.left - frame.left + view.width / 2, view.top - frame.top + view.height / 2]
  const names = labels
    .map(({ text, style, x, y }) => ({
      name: style === 'station' || style === 'change' ? `${text}역` : text,
      right: Math.abs(x - middleX),
      down: Math.abs(y - middleY),
    }))
    .filter(({ right, down }) => right < view.width / 2 && down < view.height / 2)
    .toSorted((one, other) => Math.hypot(one.right, one.down) - Math.hypot(other.right, other.down))
    .slice(0, MAX_SPOKEN_NAMES)
    .map(({ name }) => name)
  return names.length > 0 ? `지도에 보이는 곳: ${names.join(', ')}` : LABEL_WITHOUT_NAMES
}
