import type { LabelRule } from 'protomaps-leaflet'

type Symbolizer = LabelRule['symbolizer']
type Layout = Parameters<Symbolizer['place']>[0]
type Label = NonNullable<ReturnType<Symbolizer['place']>>[number]
type Point = Label['anchor']

export type TextLook = { font: (zoom: number) => string; color: string; halo: string; haloWidth: number }

/** Names closer together than this are one name, in pixels. */
const SAME_NAME = 80
/** Room around a text, in pixels. */
const ROOM = 3

/** How far a text moves from its point for a marker that stands there, in pixels. */
const ASIDE = 30
/** Between two zooms markers are larger; where all of Korea is small, so far away would be another place. */
const FARTHER = 44
const FARTHER_ZOOM = 7

/** A text on its point, or beside a dot of that radius; `isMoved`: it makes room for what stands there. */
export function pointLabel(look: TextLook, beside?: (zoom: number) => number, isMoved = false): Symbolizer {
  return {
    place(layout, geometry, { props }) {
      const at = geometry[0]?.[0]
      const name = props.name
      if (!at || typeof name !== 'string') return
      const { width, height, font } = measure(layout, name, look)
      const away = beside?.(layout.zoom)
      const steps: [x: number, y: number][] =
        away === undefined
          ? [[-width / 2, -height / 2], ...(isMoved ? besideMarker(layout.zoom, width, height) : [])]
          : around(away, width, height)
      const labels = steps.map(([x, y]) => textLabel(at, { x, y, width, height }, name, font, look))
      const free = labels.find((label) => !layout.index.labelCollides(label, layout.order))
      return free && [free]
    },
  }
}

/** The corners of a text right, left, below and above a point. */
function around(away: number, width: number, height: number): [x: number, y: number][] {
  return [
    [away, -height / 2],
    [-away - width, -height / 2],
    [-width / 2, away],
    [-width / 2, -away - height],
  ]
}

/** Rather farther to the right or left than below, where the sources of the map are. */
function besideMarker(zoom: number, width: number, height: number): [x: number, y: number][] {
  const near = around(ASIDE, width, height)
  if (zoom < FARTHER_ZOOM) return near
  const far = around(FARTHER, width, height)
  return [...near.slice(0, 2), ...far.slice(0, 2), ...near.slice(2), ...far.slice(2)]
}

type Box = { x: number; y: number; width: number; height: number }

function textLabel(at: Point, { x, y, width, height }: Box, name: string, font: string, look: TextLook): Label {
  const box = {
    minX: at.x + x - ROOM,
    minY: at.y + y - ROOM,
    maxX: at.x + x + width + ROOM,
    maxY: at.y + y + height + ROOM,
  }
  const draw = (context: CanvasRenderingContext2D) => {
    prepare(context, font, look)
    context.textBaseline = 'middle'
    context.strokeText(name, x, y + height / 2)
    context.fillText(name, x, y + height / 2)
  }
  return { anchor: at, bboxes: [box], draw, deduplicationKey: name, deduplicationDistance: SAME_NAME }
}

function measure({ scratch, zoom }: Layout, name: string, look: TextLook) {
  const font = look.font(zoom)
  scratch.font = font
  const height = Number.parseFloat(/([\d.]+)px/.exec(font)?.[1] ?? '12')
  return { font, width: scratch.measureText(name).width, height }
}

export function prepare(context: CanvasRenderingContext2D, font: string, { color, halo, haloWidth }: TextLook): void {
  context.globalAlpha = 1
  context.font = font
  context.lineJoin = 'round'
  context.lineWidth = haloWidth
  context.strokeStyle = halo
  context.fillStyle = color
}
