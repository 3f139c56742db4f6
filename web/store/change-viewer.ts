import type { Viewer } from '#contract/reader-state.ts'
import type { RouterContext } from '../router-context.ts'
import { forgetStoredUser, storeUser } from '../storage/browser-storage.ts'
import { forgetDrafts } from '../storage/drafts.ts'
import { forgetKeptScreens } from '../storage/kept-screens.ts'
import { forgetSearches, forgetSeenPlaces, forgetTown } from '../storage/remembered.ts'
import { notifyOtherTabs } from './open-store.ts'
import { type Person, toViewer } from './viewer.ts'

/**
 * This file has the changes in the browser after a login, a logout or a changed profile. It is apart from viewer.ts, because
 * no page needs it at first.
 */
type ReaderContext = Pick<RouterContext, 'queryClient' | 'store'>

/** Makes a person the viewer of this tab: stores them, drops others' drafts and the loaded data, and tells the other tabs. */
export function setViewer(context: ReaderContext, person: Person): Viewer {
  const viewer = toViewer(person)
  storeUser(viewer)
  forgetDrafts(viewer.jwt)
  context.store.setViewer(viewer)
  dropLoadedData(context)
  notifyOtherTabs(context.store)
  return viewer
}

/** Forgets the viewer after a logout, with their drafts, searches, seen places and town, and tells the other tabs. */
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
  forgetStoredUser()
  forgetKeptScreens()
  context.store.setViewer(null)
  dropLoadedData(context)
}

/** Drops the loaded data except the account's own; what is on the screen is loaded again. */
export function dropLoadedData({ queryClient }: ReaderContext): void {
  const isOfViewer = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'user'
  queryClient.removeQueries({ type: 'inactive', predicate: isOfViewer })
  void queryClient.invalidateQueries({ predicate: isOfViewer })
}
