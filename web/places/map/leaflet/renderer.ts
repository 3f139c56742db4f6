import * as L from 'leaflet'
import { type LabelRule, type LeafletLayerOptions, leafletLayer } from 'protomaps-leaflet'

/** What its types lack. */
export type VectorLayer = L.GridLayer & {
  labelRules: LabelRule[]
  labelers: { getIndex(zoom: number): LabelIndex | undefined }
  clearLayout(): void
  rerenderTiles(): void
}
type LabelIndex = {
  searchBbox(
    box: Box,
    order: number,
  ): Set<{ order: number; deduplicationKey?: string; bboxes: readonly Box[]; anchor: { x: number; y: number } }>
}
type Box = { minX: number; minY: number; maxX: number; maxY: number }

/** A layer of vector tiles, painted without WebGL by protomaps-leaflet. */
export function vectorLayer(options: LeafletLayerOptions): VectorLayer {
  // The renderer expects these as globals.
  Object.assign(globalThis, { L: { GridLayer: L.GridLayer, DomUtil: L.DomUtil } })
  return leafletLayer({ ...options, lang: 'ko', attribution: '' }) as unknown as VectorLayer
}
