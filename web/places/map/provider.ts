import type { GetMapSettingsQuery } from '#contract/operations.gen.ts'

import type { FoodKind } from '#rules/food-kinds.ts'
import type { Precision } from '#rules/places.ts'
import type { FoundPosition } from '../../kit/current-position.ts'

export type Position = { lat: number; lng: number }
/** Pixels of a map that are covered at its top and bottom, as by a sheet. */
export type Covered = { top: number; bottom: number }
export type Bounds = { south: number; west: number; north: number; east: number }
export type MapView = Position & { zoom: number; bounds: Bounds }

export type Marker = {
  key: string
  position: Position
  /** Text on it: a rank, a number of posts, a kind of food, or nothing. */
  text: string
  label: string
  shape: 'pin' | 'cluster' | 'spot' | 'kind' | 'photo' | 'shop'
  /** The mark whose sign and colour are shown: by a spot as a whole, by a photo on its corner. */
  mark?: 'wanted' | 'been' | 'liked' | 'mine'
  /** URL of the photo. The text is shown if it does not load. */
  photo?: string
  /** Kind of food whose sign is drawn beside the text; for the shape 'kind'. */
  kind?: FoodKind
  name?: string
  chosen?: boolean
}

export type Credit = { text: string; url: string | null }

export type MapOptions = {
  center: Position
  zoom: number
  /** Not interactive: scrolling and pinching pass through. */
  isStatic?: boolean
  /** Called when the map has stopped; `isZoomed` if more than its centre has changed. */
  onMove?: (view: MapView, isZoomed: boolean) => void
  onPress?: (position: Position) => void
  onMarker?: (key: string) => void
  /** Markers can be focused, because no list has the same content. */
  focusable?: boolean
  /** Returns the pixels that are covered at the top and the bottom, as by a sheet. */
  covered?: () => Covered
  /** Called with the attributions of the map's data. They must be reachable, and the first one always visible. */
  onCredit?: (credits: readonly Credit[]) => void
  onPinMove?: (position: Position) => void
}

export type DrawnMap = {
  view: () => MapView
  show: (center: Position, zoom?: number) => void
  fitBounds: (bounds: Bounds, maxZoom: number, minZoom?: number) => void
  /** Pans as little as needed until a pin there is visible; returns whether it had to. */
  panIntoView: (position: Position) => boolean
  panDown: (pixels: number) => void
  zoomBy: (steps: number) => void
  setMarkers: (markers: readonly Marker[]) => void
  /** The pin, with a question mark until it is confirmed; null removes it. With a name it only shows where that is. */
  setPin: (position: Position | null, isConfirmed: boolean, extent?: PinExtent | null, name?: string) => void
  showCurrentPosition: (found: FoundPosition) => void
  remove: () => void
}

export type FoundPlace = {
  position: Position
  place_name: string
  address_name: string
  /** Set for an area, whose position is only its centre, and for a typed address; null for a place. */
  precision: Precision | null
  isLandmark?: boolean
  category?: string | null
  /** `place_name` is an address typed by the person, `address_name` its known part. */
  isTypedAddress?: true
  /** Rank among the results, from 1. */
  rate: number
  /** Metres from the position near which places were searched. */
  distance: number | null
}

export type FoundAddress = {
  position: Position
  address_name: string
  precision: Precision
  /** Metres within which a number on a road probably is; null for anywhere on the road, and for everything else. */
  radius?: number | null
  road?: readonly Position[]
}

/** Proposed pin. It becomes the position of a post only after the person moves or confirms it. */
export type ProposedPin = Position & {
  /** Sentence about its accuracy and what to do. */
  says: string
  /** Zoom at which the map shows all places that the pin may stand for; null if it shows them already. */
  zoom: number | null
  extent?: PinExtent
}

/** Possible area of a proposed pin: within a radius in metres, or anywhere on the line of a road. */
export type PinExtent = { radius: number } | { road: readonly Position[] }

export type MapProvider = {
  /** Zoom of a map that opens at `FALLBACK_CENTER`. */
  farZoom: number
  draw: (element: HTMLElement, options: MapOptions) => Promise<DrawnMap>
  /** Returns an empty list if nothing was found; throws if the request failed. */
  searchPlaces: (keyword: string, near: Position | null) => Promise<FoundPlace[]>
  geocode: (address: string) => Promise<FoundAddress | null>
  /** The address at a position, by road if known; null if there is none. */
  addressOf: (position: Position) => Promise<string | null>
}

export class MapUnavailable extends Error {}

export const PLACE_ZOOM = 17

export const FALLBACK_CENTER: Position = { lat: 33.450701, lng: 126.570667 }

export function boundsOf(positions: readonly Position[]): Bounds {
  const lats = positions.map(({ lat }) => lat)
  const lngs = positions.map(({ lng }) => lng)
  return { south: Math.min(...lats), north: Math.max(...lats), west: Math.min(...lngs), east: Math.max(...lngs) }
}

/** The operator's source for our own map: a URL template of raster tiles, or a PMTiles archive read by range. */
export type TileSource = Pick<GetMapSettingsQuery['getMapSettings'], 'tiles_url' | 'pmtiles_url'>

export const noTileSource: TileSource = { tiles_url: null, pmtiles_url: null }

export function hasOperatorTiles({ tiles_url, pmtiles_url }: TileSource): boolean {
  return tiles_url !== null || pmtiles_url !== null
}
