import type { Viewer } from '#contract/reader-state.ts'
import type { RouterContext } from '../router-context.ts'
import { forgetUser, storeUser } from '../storage/browser-storage.ts'
import { forgetDrafts } from '../storage/drafts.ts'
import { forgetScreens } from '../storage/kept-screens.ts'
import { forgetSearches, forgetTown } from '../storage/remembered.ts'
import { forgetSeenPlaces } from '../storage/seen-places.ts'
import { notifyOtherTabs } from './open-store.ts'
import { type Person, toViewer } from './viewer.ts'

/**
 * This file has the changes in the browser after a login, a logout or a changed profile. It is apart from viewer.ts, because
 * no page needs it at first.
 */
type ReaderContext = Pick<RouterContext, 'queryClient' | 'store'>

export function setViewer(context: ReaderContext, person: Person): Viewer {
  const viewer = toViewer(person)
  storeUser(viewer)
  forgetDrafts(viewer.jwt)
  context.store.setViewer(viewer)
  dropLoadedData(context)
  notifyOtherTabs(context.store)
  return viewer
}

export function clearViewer(context: ReaderContext): void {
  forgetDrafts()
  forgetSearches()
  forgetSeenPlaces()
  forgetTown()
  clearExpiredViewer(context)
  notifyOtherTabs(context.store)
}

/** Forgets the person after their session has expired. It is the same person who signs in again, so drafts stay. */
export function clearExpiredViewer(context: ReaderContext): void {
  forgetUser()
  forgetScreens()
  context.store.setViewer(null)
  dropLoadedData(context)
}

export function dropLoadedData({ queryClient }: ReaderContext): void {
  const isOfViewer = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'user'
  queryClient.removeQueries({ type: 'inactive', predicate: isOfViewer })
  void queryClient.invalidateQueries({ predicate: isOfViewer })
}
