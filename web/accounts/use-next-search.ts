import { useHydrated } from '@tanstack/react-router'
import type { NextSearch } from './route-guards.ts'

/**
 * `search` of links that keep the page to return to. The browser adds it after hydration, because the server sends the
 * same login to everybody, wherever they came from.
 */
export function useNextSearch(next: string | undefined): NextSearch {
  return useHydrated() && next ? { next } : {}
}
