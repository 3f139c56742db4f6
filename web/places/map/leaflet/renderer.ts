import * as L from 'leaflet'
import { type Header, PMTiles, TileType } from 'pmtiles'
import { type LabelRule, type LeafletLayerOptions, leafletLayer } from 'protomaps-leaflet'
import { isDarkTheme, onDarkThemeChange } from './korea/colours.ts'

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

export function createVectorLayer(options: LeafletLayerOptions): VectorLayer {
  // The renderer expects these as globals.
  Object.assign(globalThis, { L: { GridLayer: L.GridLayer, DomUtil: L.DomUtil } })
  return leafletLayer({ ...options, lang: 'ko', attribution: '' }) as unknown as VectorLayer
}

/**
 * Draws the operator's archive: raster tiles, or vectors of https://docs.protomaps.com/basemaps/layers in our colours.
 * @throws {Error} when the archive cannot be read
 */
export async function drawPmtiles(map: L.Map, url: string): Promise<void> {
  const archive = new PMTiles(new URL(url, location.href).href)
  const header = await archive.getHeader()
  if (header.tileType === TileType.Mvt) drawVectors(map, archive, header)
  else new RasterLayer(archive, { ...zooms(header), maxZoom: map.getMaxZoom() }).addTo(map)
}

function zooms({ minZoom, maxZoom }: Header): L.GridLayerOptions {
  return { minNativeZoom: minZoom, maxNativeZoom: maxZoom }
}

class RasterLayer extends L.GridLayer {
  private readonly archive: PMTiles

  constructor(archive: PMTiles, options: L.GridLayerOptions) {
    super(options)
    this.archive = archive
  }

  protected override createTile({ x, y, z }: L.Coords, done: L.DoneCallback): HTMLElement {
    const picture = new Image()
    picture.alt = ''
    const show = async () => {
      const tile = await this.archive.getZxy(z, x, y)
      if (!tile) return
      const url = URL.createObjectURL(new Blob([tile.data]))
      picture.src = url
      await picture.decode().finally(() => URL.revokeObjectURL(url))
    }
    show().then(
      () => done(undefined, picture),
      (error) => done(error, picture),
    )
    return picture
  }
}

function drawVectors(map: L.Map, archive: PMTiles, { maxZoom }: Header): void {
  const shared = { url: archive, maxDataZoom: maxZoom, maxZoom: map.getMaxZoom() }
  const addLayer = () => createVectorLayer({ ...shared, flavor: isDarkTheme() ? 'dark' : 'light' }).addTo(map)
  let layer = addLayer()
  const forget = onDarkThemeChange(() => {
    layer.remove()
    layer = addLayer()
  })
  map.on('unload', forget)
}
