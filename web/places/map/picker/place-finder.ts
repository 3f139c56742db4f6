import type { QueryClient } from '@tanstack/react-query'
import { placeMessages } from '#rules/places.ts'
import { hasHouseNumber } from '#rules/precision.ts'
import { sentenceOf } from '../../../failures.ts'
import { ApiError, type ExecuteGraphql } from '../../../graphql.ts'
import { noTiles } from '../leaflet/tiles.ts'
import { loadLeafletProvider, loadProvider } from '../load-provider.ts'
import { suggestPlaces } from '../place-queries.ts'
import { type FoundPlace, type MapProvider, MapUnavailable, type Position } from '../provider.ts'

/** What a search found. */
export type Found = {
  /** Null if the search failed. */
  places: FoundPlace[] | null
  /** Why there are no places; empty if there are. */
  message: string
  /** Keywords that may find something. */
  suggestions: readonly string[]
  /** The site does not know all places yet. */
  isPreparing: boolean
}

/** Asks the configured map for places and addresses, and our own map if that is unavailable. */
export function placeFinder(client: QueryClient, graphql: ExecuteGraphql) {
  const ask = async <T>(question: (provider: MapProvider) => Promise<T>): Promise<T> => {
    const provider = await loadProvider(client, graphql)
    try {
      return await question(provider)
    } catch (error) {
      if (!(error instanceof MapUnavailable)) throw error
      return question(await loadLeafletProvider(graphql, noTiles))
    }
  }
  const geocode = (address: string) => ask((provider) => provider.geocode(address))
  /** The keyword may be an address of which at least a part is known; an area alone would lose the rest. */
  const searchAddress = async (typed: string): Promise<FoundPlace[]> => {
    const found = await geocode(typed)
    return found ? [{ ...found, place_name: typed, rate: 1, distance: null, isTypedAddress: true }] : []
  }
  const search = async (keyword: string, near: Position | null): Promise<Found> => {
    const places = await ask((provider) => provider.searchPlaces(keyword, near))
    const isAddress =
      hasHouseNumber(keyword) && places.every(({ precision }) => precision !== null && precision !== 'road')
    const address = isAddress ? await searchAddress(keyword) : []
    const all = address.length > 0 ? address : places
    if (all.length > 0) return { places: all, message: '', suggestions: [], isPreparing: false }
    // Suggestions always come from our own server, whichever map is configured.
    const suggestions = await suggestPlaces(graphql, keyword).catch(() => [])
    return { places: all, message: placeMessages.none, suggestions, isPreparing: false }
  }
  return {
    /** Never throws: a failed search says why. */
    find: (keyword: string, near: Position | null) => search(keyword, near).catch(failed),
    geocode,
    addressOf: (position: Position) => ask((provider) => provider.addressOf(position)),
  }
}

/** Says the fault of the keyword, or that the search failed. */
function failed(error: unknown): Found {
  const known = error instanceof ApiError ? error : null
  const refusal = known?.code === 'BAD_USER_INPUT' ? known.fields[0]?.message : undefined
  const message = refusal ?? sentenceOf(error, placeMessages.failed)
  return { places: null, message, suggestions: [], isPreparing: known?.code === 'PREPARING' }
}
