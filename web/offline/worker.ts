import { apiPaths, paths } from '#rules/paths.ts'
import {
  findKeptResponse,
  keepFile,
  keepOfflineScreen,
  keepPage,
  keepPhoto,
  nextRequestNumber,
  removeKeptPage,
  setReader,
} from './seen.ts'

/**
 * The service worker. Pages and the API always come from the site; only while it cannot be reached, what was seen last
 * is shown instead.
 */

const worker = self as unknown as WorkerScope

/** URL path of the script that starts the pages of this version; the build puts it in. */
declare const ENTRY: string

/** Paths of the pages that are kept: those for reading. Others have forms, or show the account. */
const KEPT_PAGE =
  /^\/(?:$|(?:main|prefetch|offline|search|map|me|following|notifications)$|(?:post|place|area|u|collection)(?:\/|$))/

/** Matches an API request whose document says `@kept`: reads of screens do, suggestions for typed letters do not. */
const KEPT_READ = /^\{"query":"(?:\\n|\s)*query \w+(?:\([^)]*\))? @kept\b/

const FILE = /\.\w+$/

worker.addEventListener('install', (event) => event.waitUntil(keepOfflineScreen()))

worker.addEventListener('activate', (event) => event.waitUntil(start()))

async function start(): Promise<void> {
  // The browser asks for a page while it starts the worker.
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== worker.location.origin) return
  if (pathname === apiPaths.graphql) event.respondWith(callApi(event))
  else if (request.method === 'HEAD') event.respondWith(askForPage(event))
  else if (request.method !== 'GET') return
  else if (request.mode === 'navigate') !FILE.test(pathname) && event.respondWith(openPage(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(loadFile(event))
  else if (pathname.startsWith(`${apiPaths.images}/`)) event.respondWith(loadPhoto(event))
})

async function openPage(event: FetchEvent): Promise<Response> {
  const { url } = event.request
  const { pathname, search } = new URL(url)
  const number = nextRequestNumber()
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    // A redirect is followed by a request of its own, and does not name the reader.
    if (response.type !== 'basic') return response
    event.waitUntil(setReader(response, number))
    if (response.ok && KEPT_PAGE.test(pathname)) event.waitUntil(keepPage(url, response.clone()))
    else if (response.status === 404) event.waitUntil(removeKeptPage(url))
    return response
  } catch {
    const kept = await findKeptResponse(url)
    // The wanted path is in the fragment, so that one kept screen answers for all paths.
    return kept ? markAsKept(kept) : Response.redirect(`${paths.offline}#${pathname}${search}`)
  }
}

/** Marks a kept page, so that it says that it is not new (`offline.ts`). */
async function markAsKept(kept: Response): Promise<Response> {
  const html = await kept.text()
  return new Response(html.replace('<html', '<html data-offline'), { headers: kept.headers })
}

/**
 * Answers a HEAD request for a page with 203 while the site is away but the page is kept: the page that asks decides whether
 * to reload (`failures.ts`).
 */
async function askForPage({ request }: FetchEvent): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    if (await findKeptResponse(request.url)) return new Response(null, { status: 203 })
    throw error
  }
}

async function callApi(event: FetchEvent): Promise<Response> {
  const { request } = event
  const number = nextRequestNumber()
  const body = request.clone().text()
  const sending = fetch(request)
  event.waitUntil(sending.catch(() => {}))
  try {
    const response = await sending
    event.waitUntil(setReader(response, number))
    if (response.ok && KEPT_READ.test(await body)) event.waitUntil(keepAnswer(await body, response.clone()))
    return response
  } catch (error) {
    const kept =
      KEPT_READ.test(await body) && !request.signal.aborted
        ? await findKeptResponse(await keyOf(await body))
        : undefined
    if (!kept) throw error
    const page = await worker.clients.get(event.clientId)
    page?.postMessage('seen')
    return kept
  }
}

async function keepAnswer(body: string, response: Response): Promise<unknown> {
  return keepPage(await keyOf(body), response)
}

/** Key of an API request: a URL with the hash of its body, because a cache has only URLs as keys. */
async function keyOf(body: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body)))
  return `${apiPaths.graphql}?${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Loads a file whose name has the hash of its content, from any cache that has it. */
async function loadFile(event: FetchEvent): Promise<Response> {
  const { url } = event.request
  const kept = await caches.match(url, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(event.request)
  if (response.ok) event.waitUntil(keepFile(url, response.clone()))
  return response
}

async function loadPhoto(event: FetchEvent): Promise<Response> {
  const { url } = event.request
  try {
    const response = await fetch(event.request)
    const isForAll = response.headers.get('cache-control')?.includes('public')
    if (response.status === 200 && isForAll) event.waitUntil(keepPhoto(url, response.clone()))
    return response
  } catch (error) {
    const kept = await findKeptResponse(url)
    if (!kept) throw error
    return kept
  }
}

worker.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage
  if (message === 'take over') event.waitUntil(worker.skipWaiting())
  else if ('files' in message) event.waitUntil(keepFirst(message))
  else if (message.entry === ENTRY) event.waitUntil(worker.skipWaiting())
  else event.source?.postMessage('new version')
})

/** Keeps the page that was loaded before this worker was there, and its files. */
async function keepFirst({ files, page }: { files: readonly string[]; page: string }): Promise<void> {
  for (const url of files) if (!(await caches.match(url))) await keepFile(url, await fetch(url))
  if (!KEPT_PAGE.test(new URL(page).pathname)) return
  const number = nextRequestNumber()
  const response = await fetch(page)
  await setReader(response, number)
  if (response.ok) await keepPage(page, response)
}

worker.addEventListener('push', (event) => {
  // Payload of `server/product/push/send-push.ts`.
  if (!event.data) return
  const { title, text, url } = event.data.json() as { title: string; text: string; url: string }
  const options = { body: text, data: url, tag: url, icon: '/icon-192.png', lang: 'ko' }
  event.waitUntil(worker.registration.showNotification(title, options))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(String(event.notification.data)))
})

async function show(path: string): Promise<unknown> {
  const [page] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: false })
  return page ? (await page.focus()).navigate(path) : worker.clients.openWindow(path)
}

type WorkerScope = {
  readonly clients: {
    get: (id: string) => Promise<Client | undefined>
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly WindowClient[]>
    openWindow: (url: string) => Promise<unknown>
  }
  readonly registration: ServiceWorkerRegistration
  readonly location: Location
  skipWaiting: () => Promise<void>
  addEventListener: <Name extends keyof WorkerEvents>(name: Name, listen: (event: WorkerEvents[Name]) => void) => void
}

export type WorkerMessage = { files: string[]; page: string } | { entry: string } | 'take over'

type Client = { postMessage: (message: unknown) => void }

type WindowClient = Client & {
  focus: () => Promise<WindowClient>
  navigate: (url: string) => Promise<unknown>
}

type WorkerEvents = {
  install: Lasting
  activate: Lasting
  fetch: FetchEvent
  push: Lasting & { readonly data: { json: () => unknown } | null }
  notificationclick: Lasting & { readonly notification: Notification }
  message: Lasting & { readonly data: unknown; readonly source: Client | null }
}

/** Part of `ExtendableEvent`: the worker lives at least until the promises are settled. */
type Lasting = { waitUntil: (done: Promise<unknown>) => void }

type FetchEvent = Lasting & {
  readonly request: Request
  readonly clientId: string
  readonly preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}
