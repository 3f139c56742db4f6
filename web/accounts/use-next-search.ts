import { useHydrated } from '@tanstack/react-router'
import type { NextSearch } from './route-guards.ts'

/** Keeps the page to return to, after hydration: the server sends the same login to everybody. */
export function useNextSearch(next: string | undefined): NextSearch {
  return useHydrated() && next ? { next } : {}
}
