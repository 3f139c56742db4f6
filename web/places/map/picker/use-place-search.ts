import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { placeMessages } from '#rules/places.ts'
import { hasHouseNumber } from '#rules/precision.ts'
import { cleanLine } from '#rules/text.ts'
import { sentenceOf } from '../../../failures.ts'
import { ApiError, type ExecuteGraphql, useGraphql } from '../../../graphql.ts'
import { loadKeywordSuggestions } from '../../place-query.ts'
import {
  type FoundAddress,
  type FoundPlace,
  type MapProvider,
  MapUnavailable,
  noTileSource,
  type Position,
} from '../provider.ts'
import { leafletProvider, loadProvider } from '../use-drawn-map.ts'
import { looksLikeAddress } from './typed-address.ts'

/** A search that found nothing, with names to search instead. */
export type EmptyPlaceSearch = { keyword: string; suggestions: readonly string[] }

export type PlaceSearchState = {
  /** Keyword of the results; '' before the first search. */
  keyword: string
  /** Null before the first search and after a failed one. */
  results: FoundPlace[] | null
  message: string
  /** Null if the search found something or failed. */
  nothing: EmptyPlaceSearch | null
  isPreparing: boolean
  busy: boolean
  search: (typed: string, near: Position | null) => Promise<void>
  addressOf: (position: Position) => Promise<string | null | undefined>
  geocode: (address: string) => Promise<FoundAddress | null>
}

/** Pause between two tries of a search for which the site is not prepared yet, in milliseconds. */
const PAUSE_MS = 2000
const MAX_TRIES = 150

export function usePlaceSearch(): PlaceSearchState {
  const finder = placeFinder(useQueryClient(), useGraphql())
  const [results, setResults] = useState<FoundPlace[] | null>(null)
  const [searched, setSearched] = useState('')
  const [message, setMessage] = useState('')
  const [nothing, setNothing] = useState<EmptyPlaceSearch | null>(null)
  const [busy, setBusy] = useState(false)
  const [isPreparing, setPreparing] = useState(false)
  /** Number of the latest search; no search has it once the page is left. */
  const lastSearch = useRef(0)
  const lastPin = useRef<Position | null>(null)

  useEffect(() => () => void lastSearch.current++, [])

  const search = async (typed: string, near: Position | null) => {
    const keyword = cleanLine(typed)
    if (!keyword) return
    const own = ++lastSearch.current
    setBusy(true)
    setMessage('')
    setNothing(null)
    setPreparing(false)
    for (let tries = 1; ; tries++) {
      const found = await finder.find(keyword, near)
      // Another search was started meanwhile.
      if (lastSearch.current !== own) return
      const isTriedAgain = found.isPreparing && tries < MAX_TRIES
      setBusy(false)
      setPreparing(isTriedAgain)
      setResults(found.places)
      setSearched(keyword)
      setMessage(isTriedAgain ? '' : found.message)
      if (found.places?.length === 0) setNothing({ keyword, suggestions: found.suggestions })
      if (!isTriedAgain) return
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      if (lastSearch.current !== own) return
    }
  }

  const addressOf = async (position: Position) => {
    lastPin.current = position
    const address = await finder.addressOf(position).catch(() => undefined)
    return lastPin.current === position ? address : undefined
  }

  return { keyword: searched, results, message, nothing, isPreparing, busy, search, addressOf, geocode: finder.geocode }
}

type Found = {
  /** Null if the search failed. */
  places: FoundPlace[] | null
  message: string
  suggestions: readonly string[]
  isPreparing: boolean
}

function placeFinder(client: QueryClient, graphql: ExecuteGraphql) {
  const ask = async <T>(question: (provider: MapProvider) => Promise<T>): Promise<T> => {
    const provider = await loadProvider(client, graphql)
    try {
      return await question(provider)
    } catch (error) {
      if (!(error instanceof MapUnavailable)) throw error
      return question(leafletProvider(graphql, noTileSource))
    }
  }
  const geocode = (address: string) => ask((provider) => provider.geocode(address))
  /** Finds a keyword that may be an address with at least a known part. The result keeps the whole typed text. */
  const searchAddress = async (typed: string): Promise<FoundPlace[]> => {
    const found = await geocode(typed)
    return found ? [{ ...found, place_name: typed, rate: 1, distance: null, isTypedAddress: true }] : []
  }
  const search = async (keyword: string, near: Position | null): Promise<Found> => {
    const places = await ask((provider) => provider.searchPlaces(keyword, near))
    const mayBe = hasHouseNumber(keyword) || looksLikeAddress(keyword)
    const all = mayBe ? addressFirst(await searchAddress(keyword), places, looksLikeAddress(keyword)) : places
    if (all.length > 0) return { places: all, message: '', suggestions: [], isPreparing: false }
    // Suggestions always come from our own server, whichever map is configured.
    const suggestions = await loadKeywordSuggestions(graphql, keyword).catch(() => [])
    return { places: all, message: placeMessages.none, suggestions, isPreparing: false }
  }
  return {
    /** Never throws: a failed search says why. */
    find: (keyword: string, near: Position | null) => search(keyword, near).catch(failureOf),
    geocode,
    addressOf: (position: Position) => ask((provider) => provider.addressOf(position)),
  }
}

/**
 * A typed address goes before places, though only its area may be known; a name with a number only if its road
 * is known.
 */
function addressFirst(address: readonly FoundPlace[], places: readonly FoundPlace[], isSure: boolean): FoundPlace[] {
  const isFirst = isSure || address.some(({ precision }) => precision === 'building' || precision === 'road')
  const named = places.filter(({ precision }) => precision === null || precision === 'road' || precision === 'building')
  const all = isFirst || named.length === 0 ? [...address, ...named] : named
  return (all.length > 0 ? all : places).map((place, index) => ({ ...place, rate: index + 1 }))
}

function failureOf(error: unknown): Found {
  const known = error instanceof ApiError ? error : null
  const refusal = known?.code === 'BAD_USER_INPUT' ? known.fields[0]?.message : undefined
  const message = refusal ?? sentenceOf(error, placeMessages.failed)
  return { places: null, message, suggestions: [], isPreparing: known?.code === 'PREPARING' }
}
