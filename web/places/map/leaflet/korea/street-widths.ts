/** Classes of streets that are drawn with a casing, the smallest first. */
export const streetKinds = [
  'service',
  'pedestrian',
  'minor',
  'tertiary',
  'secondary',
  'primary',
  'trunk',
  'motorway',
] as const
export type StreetKind = (typeof streetKinds)[number]

/** Widths in pixels at the zooms 12 to 18. */
const WIDTHS: Record<StreetKind | 'track' | 'path', readonly number[]> = {
  motorway: [2.4, 3, 4.6, 7.5, 11, 16, 23],
  trunk: [2.2, 2.8, 4.4, 7, 10.5, 15.5, 22],
  primary: [1.8, 2.4, 4, 6.5, 10, 15, 21],
  secondary: [1.3, 1.9, 3.2, 5.4, 8.6, 13, 19],
  tertiary: [0.9, 1.4, 2.5, 4.4, 7.2, 11.5, 17],
  minor: [0, 0.7, 1.3, 2.7, 5, 8.5, 13],
  pedestrian: [0, 0.5, 1, 2.2, 4.2, 7, 11],
  service: [0, 0, 0.5, 1, 2.4, 4.4, 7],
  track: [0, 0, 0.5, 0.8, 1.2, 1.8, 2.4],
  path: [0, 0, 0.5, 0.7, 1, 1.4, 2],
}
const [FROM, TO] = [12, 18]
const isLarge = (kind: StreetKind) => streetKinds.indexOf(kind) >= streetKinds.indexOf('tertiary')

/** Width of a street in pixels; beyond the table it halves with every two zooms, or grows. */
export function streetWidth(kind: keyof typeof WIDTHS, zoom: number): number {
  const widths = WIDTHS[kind]
  if (zoom < FROM) return Math.max(0.5, (widths[0] ?? 0) * 0.75 ** (FROM - zoom))
  return (widths[Math.min(zoom, TO) - FROM] ?? 0) * 1.4 ** Math.max(0, zoom - TO)
}

/** Width of a street with its casing; 0 where it has none. */
export function casedWidth(kind: StreetKind, zoom: number): number {
  const width = streetWidth(kind, zoom)
  const side = sideOf(kind, zoom)
  return width > 0 && side > 0 ? width + 2 * side : 0
}

function sideOf(kind: StreetKind, zoom: number): number {
  if (zoom < 15) return isLarge(kind) && zoom >= 11 ? 0.6 : 0
  if (zoom === 15) return kind === 'service' ? 0 : isLarge(kind) ? 0.8 : 0.6
  if (kind === 'service') return 0.7
  return isLarge(kind) ? 1 : 0.8
}
