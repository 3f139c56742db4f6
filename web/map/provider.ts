/** What a map and a search for places must be able to do; Kakao's and our own do (P33). */

import type { Precision } from '#rules/places.ts'
import type { FoundPosition } from './current-position.ts'

export type Position = { lat: number; lng: number }
export type Bounds = { south: number; west: number; north: number; east: number }
/** What a map shows: its centre, its zoom in Web Mercator with tiles of 256 pixels, and its sides. */
export type MapView = Position & { zoom: number; bounds: Bounds }

export type Marker = {
  key: string
  position: Position
  /** What stands on it: a rank, a number of posts, or nothing. */
  text: string
  /** Its name for who does not see it. */
  label: string
  shape: 'pin' | 'cluster'
  /** What is written beside it where there is room. */
  name?: string
  /** In the colour of what is chosen. */
  chosen?: boolean
}

export type MapOptions = {
  center: Position
  zoom: number
  /** Only to look at: it takes no part in scrolling and pinching. */
  isStatic?: boolean
  /** After the map has come to rest; `isZoomed` when not only its centre is another one. */
  onMove?: (view: MapView, isZoomed: boolean) => void
  /** A tap or click beside all markers. */
  onPress?: (position: Position) => void
  onMarker?: (key: string) => void
  /** Markers can be reached by keyboard: no list beside the map says the same. */
  focusable?: boolean
  /** Pixels of its lower side that something else covers, asked anew whenever that matters. */
  coveredHeight?: () => number
  /** Whose data the map itself is drawn from, in a line that must be shown. */
  onCredit?: (line: string) => void
  /** The pin was dragged. */
  onPinMove?: (position: Position) => void
}

/** A map that stands on the page. */
export type DrawnMap = {
  view: () => MapView
  show: (center: Position, zoom?: number) => void
  /** Shows all of it where nothing covers the map, no nearer than `maxZoom`; `minZoom` goes before showing all. */
  fitBounds: (bounds: Bounds, maxZoom: number, minZoom?: number) => void
  /** Moves no farther than it must until a pin there is seen; whether it had to. */
  panIntoView: (position: Position) => boolean
  zoomBy: (steps: number) => void
  /** Replaces all markers; those whose key stays stay. */
  setMarkers: (markers: readonly Marker[]) => void
  /** The one pin that can be dragged, with a question mark until it is confirmed; null takes it away. */
  setPin: (position: Position | null, isConfirmed: boolean) => void
  /** Marks where the device is. */
  showCurrentPosition: (found: FoundPosition) => void
  remove: () => void
}

export type FoundPlace = {
  position: Position
  place_name: string
  address_name: string
  /** Of an area, whose position is only its centre, and of a typed address; null for a place. */
  precision: Precision | null
  /** `place_name` is an address that the person typed, `address_name` the part of it that is known. */
  isTypedAddress?: true
  /** From 1. */
  rate: number
  /** Metres from where the search was asked to look. */
  distance: number | null
}

/** The part of an address that is known. */
export type FoundAddress = { position: Position; address_name: string; precision: Precision }

/**
 * Where a pin is shown that nobody has set: the centre of an area, the middle of the map. It is never the position of a
 * post until a person moves or confirms it (P37).
 */
export type ProposedPin = Position & {
  /** What it stands for, and what to do. */
  says: string
  /** Zoom at which all that it may stand for is seen; null where it is in view already. */
  zoom: number | null
}

export type MapProvider = {
  name: 'kakao' | 'own'
  /** Where a map of one place begins. */
  zoom: number
  /** Where a map without any place begins: with nothing but a coast line, nearer would show nothing. */
  farZoom: number
  draw: (element: HTMLElement, options: MapOptions) => Promise<DrawnMap>
  /** An empty list when nothing was found; throws when it could not be asked. */
  searchPlaces: (keyword: string, near: Position | null) => Promise<FoundPlace[]>
  geocode: (address: string) => Promise<FoundAddress | null>
  /** The address at a position, by road where one is known; null where nobody lives. */
  addressOf: (position: Position) => Promise<string | null>
}

/** The map's script could not be had: its places and addresses cannot be asked either. */
export class MapUnavailable extends Error {}

/** Zoom of Kakao's level 3 (specification, section 9). */
export const PLACE_ZOOM = 17

/** Where a map begins when nobody says where (P28). */
export const FALLBACK_CENTER: Position = { lat: 33.450701, lng: 126.570667 }

/** Around all of the positions. */
export function boundsOf(positions: readonly Position[]): Bounds {
  const lats = positions.map(({ lat }) => lat)
  const lngs = positions.map(({ lng }) => lng)
  return { south: Math.min(...lats), north: Math.max(...lats), west: Math.min(...lngs), east: Math.max(...lngs) }
}
