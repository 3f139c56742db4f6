import { type FoundPosition, findCurrentPosition } from '../current-position.ts'
import { type DrawnMap, FALLBACK_CENTER, type MapProvider, type Position, type ProposedPin } from '../provider.ts'
import { zoomOf } from './place-values.ts'

type Known = { position: Position | null; proposed: ProposedPin | null; address: string }
type Start = { center: Position; zoom: number; isKnown: boolean }

/**
 * The first view of the picker: the place as far as it is known, or the fallback. It does not wait for the device's
 * position: the browser's question for it may stay open for ever.
 */
export async function startOf({ position, proposed, address }: Known, provider: MapProvider): Promise<Start> {
  if (position) return { center: position, zoom: provider.zoom, isKnown: true }
  if (proposed) return { center: proposed, zoom: proposed.zoom ?? provider.zoom, isKnown: true }
  const known = address ? await provider.geocode(address).catch(() => null) : null
  if (known) return { center: known.position, zoom: zoomOf(known.precision, provider.zoom), isKnown: true }
  return { center: FALLBACK_CENTER, zoom: provider.farZoom, isKnown: false }
}

/**
 * Moves a map that started at the fallback to the device's position, unless the person uses the map meanwhile.
 * @param isUsed whether the person has used the map by now, it shows a pin or results, or is gone. Its view does not tell:
 *   a map also moves when the page gives it another size.
 * @returns the position; null if it is refused or unknown
 */
export async function moveToDevice(map: DrawnMap, zoom: number, isUsed: () => boolean): Promise<FoundPosition | null> {
  const found = await findCurrentPosition()
  if (found && !isUsed()) map.show(found, zoom)
  return found
}
