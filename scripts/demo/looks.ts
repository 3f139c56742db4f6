/** How a picture of a dish is taken: its shape, which part, from which side, in which light. */
export type PictureLook = Readonly<{
  upright: boolean
  /** In degrees. */
  turn: 0 | 90 | 180 | 270
  mirrored: boolean
  /** How much of it is shown: 1 is all. */
  zoom: number
  /** Position of the part, from 0 to 1. */
  left: number
  top: number
  brightness: number
  saturation: number
  /** In degrees. */
  hue: number
}>

export const pictureLooks = [
  { upright: false, turn: 0, mirrored: false, zoom: 1, left: 0.5, top: 0.5, brightness: 1, saturation: 1, hue: 0 },
  {
    upright: false,
    turn: 180,
    mirrored: false,
    zoom: 1.35,
    left: 0.3,
    top: 0.4,
    brightness: 1.06,
    saturation: 0.82,
    hue: 0,
  },
  {
    upright: true,
    turn: 90,
    mirrored: false,
    zoom: 1.15,
    left: 0.5,
    top: 0.35,
    brightness: 0.92,
    saturation: 1.1,
    hue: -4,
  },
  {
    upright: false,
    turn: 0,
    mirrored: true,
    zoom: 1.7,
    left: 0.6,
    top: 0.6,
    brightness: 1.08,
    saturation: 0.95,
    hue: 3,
  },
  {
    upright: true,
    turn: 270,
    mirrored: true,
    zoom: 1.25,
    left: 0.5,
    top: 0.55,
    brightness: 0.97,
    saturation: 0.9,
    hue: 4,
  },
  {
    upright: false,
    turn: 180,
    mirrored: true,
    zoom: 1.1,
    left: 0.5,
    top: 0.5,
    brightness: 1.1,
    saturation: 0.75,
    hue: -2,
  },
] as const satisfies readonly PictureLook[]
