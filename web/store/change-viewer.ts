import type { Viewer } from '#contract/reader-state.ts'
import type { RouterContext } from '../router-context.ts'
import { forgetUser, storeUser } from '../storage/browser-storage.ts'
import { forgetDrafts } from '../storage/drafts.ts'
import { forgetScreens } from '../storage/kept-screens.ts'
import { forgetSearches, forgetSeen, forgetTown } from '../storage/remembered.ts'
import { notifyOtherTabs } from './open-store.ts'
import { type Person, toViewer } from './viewer.ts'

/** Effects of a login, a logout or a changed profile in the browser. Apart from viewer.ts, because no page needs it at first. */
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
  forgetSeen()
  forgetTown()
  endViewer(context)
  notifyOtherTabs(context.store)
}

/** The session has expired but the person is the same: drafts stay. */
export function endViewer(context: ReaderContext): void {
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
