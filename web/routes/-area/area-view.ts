import type { Area } from '../../posts/get-area.ts'

/** Pixels across which an area is shown on a small screen. */
const PIXELS = 320
const LIMITS = { min: 7, max: 15 }
/** Zoom for an area without known borders; shows about a 시군구. */
const USUAL_ZOOM = 11

/** The view of an area, as parameters of the map page's URL; without any for the country. */
export function areaView({ lat, lng, box }: Area): { lat?: number; lng?: number; zoom?: number } {
  if (lat === null || lng === null) return {}
  if (!box) return { lat, lng, zoom: USUAL_ZOOM }
  const span = Math.max(box.east - box.west, (box.north - box.south) / Math.cos((lat * Math.PI) / 180))
  const zoom = Math.floor(Math.log2((PIXELS * 360) / (256 * span)))
  return {
    lat: (box.south + box.north) / 2,
    lng: (box.west + box.east) / 2,
    zoom: Math.max(LIMITS.min, Math.min(LIMITS.max, zoom)),
  }
}
