import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { cleanLine } from '#rules/text.ts'
import { useGraphql } from '../../../graphql.ts'
import type { FoundAddress, FoundPlace, Position } from '../provider.ts'
import { placeFinder } from './place-finder.ts'

/** A search that found nothing, with suggested keywords. */
export type NothingFound = { keyword: string; suggestions: readonly string[] }

export type Places = {
  /** Null before the first search and after a failed one. */
  results: FoundPlace[] | null
  /** Why there are no results. */
  message: string
  /** Null when something was found, or nothing is known because the search failed. */
  nothing: NothingFound | null
  /** The site does not know all places yet; the search is repeated until it does. */
  isPreparing: boolean
  busy: boolean
  search: (typed: string, near: Position | null) => Promise<void>
  /** The address of a pin; undefined if the pin has moved on or the request failed. */
  addressOf: (position: Position) => Promise<string | null | undefined>
  geocode: (address: string) => Promise<FoundAddress | null>
}

/** Between two tries of a search for which the site is not prepared yet, in milliseconds. */
const PAUSE = 2000
const MOST_TRIES = 150

/** Searches places and addresses with the configured map, and with our own if that is unavailable. */
export function usePlaces(): Places {
  const finder = placeFinder(useQueryClient(), useGraphql())
  const [results, setResults] = useState<FoundPlace[] | null>(null)
  const [message, setMessage] = useState('')
  const [nothing, setNothing] = useState<NothingFound | null>(null)
  const [busy, setBusy] = useState(false)
  const [isPreparing, setPreparing] = useState(false)
  /** Number of the latest search, or of none once the page is left. */
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
      const isTriedAgain = found.isPreparing && tries < MOST_TRIES
      setBusy(false)
      setPreparing(isTriedAgain)
      setResults(found.places)
      setMessage(isTriedAgain ? '' : found.message)
      if (found.places?.length === 0) setNothing({ keyword, suggestions: found.suggestions })
      if (!isTriedAgain) return
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
      if (lastSearch.current !== own) return
    }
  }

  const addressOf = async (position: Position) => {
    lastPin.current = position
    const address = await finder.addressOf(position).catch(() => undefined)
    return lastPin.current === position ? address : undefined
  }

  return { results, message, nothing, isPreparing, busy, search, addressOf, geocode: finder.geocode }
}
