import { redirect } from '@tanstack/react-router'
import { ownPath } from '#rules/paths.ts'
import { currentViewer } from '../../queries/viewer.ts'
import type { RouterContext } from '../../router-context.ts'

export type NextSearch = { next?: string }

/** The page to return to after login, as the address says it. */
export function nextSearch(search: Record<string, unknown>): NextSearch {
  return typeof search.next === 'string' ? { next: search.next } : {}
}

/** `beforeLoad` of screens that only those need who are not signed in. */
export function requireNobody({ context, search }: { context: RouterContext; search: NextSearch }): void {
  if (currentViewer(context)) throw redirect({ href: ownPath(search.next) })
}
