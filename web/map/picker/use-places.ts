import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { placeMessages } from '#rules/places.ts'
import { hasHouseNumber } from '#rules/precision.ts'
import { cleanLine } from '#rules/text.ts'
import { sentenceOf } from '../../failures.ts'
import { ApiError } from '../../graphql.ts'
import { useGraphql } from '../../kit/use-graphql.ts'
import { noTiles } from '../leaflet/tiles.ts'
import { loadOwnProvider, loadProvider } from '../load-provider.ts'
import { suggestPlaces } from '../place-queries.ts'
import { type FoundAddress, type FoundPlace, type MapProvider, MapUnavailable, type Position } from '../provider.ts'

/** A search that found nothing, with suggested keywords. */
export type NothingFound = { keyword: string; suggestions: readonly string[] }

export type Places = {
  /** Null before the first search and after a failed one. */
  results: FoundPlace[] | null
  /** Why there are no results. */
  message: string
  /** Null when something was found, or nothing is known because the search failed. */
  nothing: NothingFound | null
  busy: boolean
  search: (typed: string, near: Position | null) => Promise<void>
  /** The address of a pin; undefined if the pin has moved on or the request failed. */
  addressOf: (position: Position) => Promise<string | null | undefined>
  geocode: (address: string) => Promise<FoundAddress | null>
}

/** Searches places and addresses with the configured map, and with our own if that is unavailable. */
export function usePlaces(): Places {
  const client = useQueryClient()
  const graphql = useGraphql()
  const [results, setResults] = useState<FoundPlace[] | null>(null)
  const [message, setMessage] = useState('')
  const [nothing, setNothing] = useState<NothingFound | null>(null)
  const [busy, setBusy] = useState(false)
  const lastSearch = useRef('')
  const lastPin = useRef<Position | null>(null)

  const ask = async <T>(question: (provider: MapProvider) => Promise<T>): Promise<T> => {
    const provider = await loadProvider(client, graphql)
    try {
      return await question(provider)
    } catch (error) {
      if (!(error instanceof MapUnavailable)) throw error
      return question(await loadOwnProvider(graphql, noTiles))
    }
  }

  const search = async (typed: string, near: Position | null) => {
    const keyword = cleanLine(typed)
    if (!keyword) return
    lastSearch.current = keyword
    setBusy(true)
    setMessage('')
    setNothing(null)
    const found = await find(keyword, near).catch((error: unknown) => ({ places: null, message: refusalOf(error) }))
    // Another search was started meanwhile.
    if (lastSearch.current !== keyword) return
    setBusy(false)
    setResults(found.places)
    setMessage(found.message)
    if ('suggestions' in found && found.places.length === 0) setNothing({ keyword, suggestions: found.suggestions })
  }

  const find = async (keyword: string, near: Position | null) => {
    const places = await ask((provider) => provider.searchPlaces(keyword, near))
    const all = places.length === 0 && hasHouseNumber(keyword) ? await searchAddress(keyword) : places
    if (all.length > 0) return { places: all, message: '', suggestions: [] }
    // Suggestions always come from our own server, whichever map is configured.
    const suggestions = await suggestPlaces(graphql, keyword).catch(() => [])
    return { places: all, message: placeMessages.none, suggestions }
  }

  const addressOf = async (position: Position) => {
    lastPin.current = position
    const address = await ask((provider) => provider.addressOf(position)).catch(() => undefined)
    return lastPin.current === position ? address : undefined
  }

  const geocode = (address: string) => ask((provider) => provider.geocode(address))

  /** The keyword may be an address of which at least a part is known. */
  const searchAddress = async (typed: string): Promise<FoundPlace[]> => {
    const found = await geocode(typed)
    return found ? [{ ...found, place_name: typed, rate: 1, distance: null, isTypedAddress: true }] : []
  }

  return { results, message, nothing, busy, search, addressOf, geocode }
}

/** The message for an invalid keyword or a failed search. */
function refusalOf(error: unknown): string {
  const isRefusal = error instanceof ApiError && error.code === 'BAD_USER_INPUT'
  return isRefusal ? (error.fields[0]?.message ?? placeMessages.failed) : sentenceOf(error, placeMessages.failed)
}
