// Imported first, as in a page, so that the styles of a screen come after it.
import '#web/styles/app.css'
import { HeadContent, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Site } from '#contract/page-context.ts'
import {
  type AuthorState,
  type PlaceState,
  type PostState,
  READER_BLOCK_ID,
  type ReaderState,
  type Viewer,
} from '#contract/reader-state.ts'
import { closeOverlays } from '#web/kit/overlays.ts'
import { toasts } from '#web/kit/toast.tsx'
import { PAGE_DATA_ID } from '#web/page-info.ts'
import { routeTree } from '#web/route-tree.gen.ts'
import { getRouter } from '#web/router.tsx'
import { type Answers, type Asked, fetchFrom } from './answers.ts'
import { openOwnTab } from './own-tab.ts'

export { type Answers, Refusal, Unanswered } from './answers.ts'

export type ScreenOptions = {
  /** Answers of the API. They may be changed while the screen is open. */
  api?: Answers
  /** The signed-in person. */
  viewer?: Viewer | null
  /** State of the posts and authors for that person. */
  posts?: Record<string, PostState>
  /** State of the places that are shown without a post. */
  places?: Record<string, PlaceState>
  authors?: Record<string, AuthorState>
  unread?: number
  /** Companies with whose accounts people can sign in. */
  logins?: Site['logins']
  /** Number of items that wait for a moderator; undefined for a person who is no moderator. */
  waiting?: number
  /** Width of the window in CSS pixels: a phone's 360 unless given. */
  width?: 360 | 768 | 1280
  /** Time of the page, ISO 8601; the present unless given. */
  now?: string
}

/** A screen that is open in Chromium, with what it asked of the API. */
export type Screen = {
  /** Operations that the screen asked for until now. */
  readonly asked: Asked
  /** The given answers; changes apply to later requests. */
  readonly api: Answers
  /** Path and query that the tab shows. */
  readonly url: string
  /** Paths of all screens, such as '/post/$id'. */
  readonly paths: readonly string[]
  /** The path among `paths` of the screen that shows this URL. */
  pathOf: (url: string) => string | undefined
  /** Loads the screen again in the same entry of the tab's history, with the same answers; `changes` are what the page brings. */
  reload: (changes?: ScreenOptions) => Promise<Screen>
  close: () => Promise<void>
}

const HEIGHTS = { 360: 740, 768: 1024, 1280: 800 } as const

let current: Screen | undefined

/**
 * Opens a screen as a browser shows it after a navigation: the real routes, React and styles, with the API answered by
 * the test. Opening another one in the same test keeps the tab's storage, as a reload does. The test fails for an
 * operation without an answer, and for what is written to the console. Axe judges each screen in
 * every-screen.long.screen.test.tsx, and what opens over it in opened.long.screen.test.tsx.
 */
export function openScreen(url: string, given: ScreenOptions = {}): Promise<Screen> {
  return open(url, given, null)
}

/** @param entry state of the entry in the tab's history */
async function open(url: string, given: ScreenOptions, entry: unknown): Promise<Screen> {
  const { viewer = null, posts = {}, places = {}, authors = {}, unread = 0, waiting, logins, width = 360, now } = given
  // The frame requests its person once.
  const api: Answers = { ...(viewer && { user: viewer }), ...given.api }
  await current?.close()
  await page.viewport(width, HEIGHTS[width])
  window.scrollTo({ top: 0, behavior: 'instant' })
  const tab = openOwnTab(url, entry)
  const faults: string[] = []
  const asked: Asked = []
  const state: ReaderState | null = viewer && {
    viewer,
    posts,
    places,
    authors,
    unread,
    ...(waiting !== undefined && { waiting }),
  }
  carry(READER_BLOCK_ID, state && { ...state, isPrivate: false })
  const site = { name: '맛나눔', origin: location.origin, contact: null, ...(logins && { logins }) }
  carry(PAGE_DATA_ID, { site, now: now ?? new Date().toISOString(), holidays: [], queries: [], store: [] })
  if (viewer) document.documentElement.dataset.reader = viewer.restricted ? 'restricted' : 'member'
  tab.replaceFetch(fetchFrom(api, asked, (fault) => faults.push(fault)))

  routeTree.update({ shellComponent: Head } as never)
  const router = getRouter()
  // The pointer's former position must not matter.
  router.options.defaultPreload = false
  const container = document.body.appendChild(document.createElement('div'))
  // The site's parts are children of the body.
  container.style.display = 'contents'
  const root = createRoot(container)
  const screen: Screen = {
    asked,
    api,
    get url() {
      return location.pathname + location.search
    },
    paths: Object.keys(router.routesByPath),
    pathOf: (url) => router.matchRoutes(new URL(url, location.href).pathname, {}).at(-1)?.fullPath,
    reload: (changes) => open(screen.url, { ...given, ...changes }, history.state),
    close: async () => {
      if (current !== screen) return
      current = undefined
      // Leaving the site ends the time for undo.
      for (const { id } of toasts.all()) toasts.dismiss(id)
      await closeOverlays()
      root.unmount()
      container.remove()
      router.history.destroy()
      // A late response must not store a reader.
      router.options.context.store.setViewer(null)
      // Requests that follow a late response would reach the next screen's API.
      const isQuiet = () => !router.state.isLoading && router.options.context.queryClient.isFetching() === 0
      await vi.waitUntil(isQuiet, { timeout: 1000 }).catch(() => {})
      tab.close()
      if (faults.length > 0) throw new Error(faults.join('\n'))
    },
  }
  current = screen
  onTestFinished(async () => {
    await screen.close().finally(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
  })
  // Until the router is rendered, it does not notice that a redirect has changed the location.
  const stopHearing = router.history.subscribe(() => void router.load())
  await router.load()
  stopHearing()
  root.render(<RouterProvider router={router} />)
  await expect.element(page.getByRole('main')).toBeInTheDocument()
  return screen
}

/** Replaces the document around the screen; React puts tags for the head there itself. */
function Head({ children }: { children: ReactNode }) {
  return (
    <>
      <HeadContent />
      {children}
    </>
  )
}

/** Puts data into the page as the server does. */
function carry(id: string, data: unknown): void {
  const element = document.getElementById(id) ?? document.body.appendChild(document.createElement('script'))
  element.id = id
  element.setAttribute('type', 'application/json')
  element.textContent = data === null ? '' : JSON.stringify(data)
}
