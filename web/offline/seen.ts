import { READER_HEADER, UNKEPT_READER } from '#contract/reader-state.ts'
import { paths } from '#rules/paths.ts'

/**
 * Caches of the service worker with visited pages and responses, named after kind and reader. Only one reader is kept:
 * once the site answers another reader or a visitor, the caches of the one before are removed.
 */

/** Maximum of entries, and of bytes of each. */
const limits = {
  pages: { entries: 60, bytes: 250_000 },
  photos: { entries: 80, bytes: 250_000 },
  files: { entries: 100, bytes: 500_000 },
} as const

type Kind = keyof typeof limits

const VISITOR = 'visitor'

/** Reader named by the latest response; null until this worker's first response. */
let reader: string | null = null

/** Number of the latest request. Those up to `readerSince` began before the first response to the present reader. */
let requests = 0
let readerSince = 0

/** The caches are changed one after the other, so that nothing is put into one that is being removed. */
let turn: Promise<unknown> = Promise.resolve()

function inTurn(work: () => Promise<unknown>): Promise<unknown> {
  turn = turn.then(work).catch(() => {})
  return turn
}

export function nextRequestNumber(): number {
  return ++requests
}

function readerOf(response: Response): string {
  return response.headers.get(READER_HEADER) ?? VISITOR
}

/** Sets the reader that a response names. A late response to an earlier reader is ignored. */
export async function setReader(response: Response, request: number): Promise<unknown> {
  const met = readerOf(response)
  // A failing site may not know the reader.
  if (!response.ok || met === reader || request <= readerSince) return
  reader = met
  readerSince = requests
  return inTurn(() => forgetOthers(met))
}

async function forgetOthers(met: string): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.includes(' ') && !name.endsWith(` ${met}`))
  await Promise.all(others.map((name) => caches.delete(name)))
  if (others.length > 0) await forgetPushes()
  if (met === VISITOR || met === UNKEPT_READER) return
  // The offline screen as this reader gets it, so that it links to their own lists.
  const own = await caches.open(`pages ${met}`)
  if (!(await own.match(paths.offline))) await own.add(paths.offline)
}

/**
 * Ends the earlier reader's push subscription in this browser, and closes their notifications; the server ended the
 * subscription with the session.
 */
async function forgetPushes(): Promise<void> {
  const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
  await (await registration.pushManager?.getSubscription())?.unsubscribe()
  for (const shown of await registration.getNotifications()) shown.close()
}

/** Keeps a page, or a response of the API, for the reader that it is for. */
export async function keepPage(key: string, response: Response): Promise<unknown> {
  const whose = readerOf(response)
  if (whose === UNKEPT_READER) return
  const body = await response.blob()
  return inTurn(async () => whose === reader && put('pages', ` ${whose}`, key, new Response(body, response)))
}

export function removeKeptPage(key: string): Promise<unknown> {
  return inTurn(async () => {
    for (const name of await caches.keys()) if (name.startsWith('pages ')) await (await caches.open(name)).delete(key)
  })
}

/** Caches a public picture, among those that the current reader saw. */
export async function keepPhoto(key: string, response: Response): Promise<unknown> {
  const whose = reader
  if (whose === null || whose === UNKEPT_READER) return
  const body = await response.blob()
  return inTurn(async () => whose === reader && put('photos', ` ${whose}`, key, new Response(body, response)))
}

/** Caches a file that has the hash of its content in its name. Another reader's sign-in does not remove it. */
export async function keepFile(key: string, response: Response): Promise<unknown> {
  const body = await response.blob()
  return inTurn(() => put('files', '', key, new Response(body, response)))
}

async function put(kind: Kind, whose: string, key: string, response: Response): Promise<void> {
  const { entries, bytes } = limits[kind]
  if ((await response.clone().blob()).size > bytes) return
  const cache = await caches.open(kind + whose)
  // Deleted first, so that the entry becomes the newest: the oldest are removed.
  await cache.delete(key)
  await cache.put(key, response)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, -entries).map((oldest) => cache.delete(oldest)))
}

export async function findKeptResponse(key: string): Promise<Response | undefined> {
  await turn
  // Caches of readers come before the shell, whose screens are the visitor's.
  const names = (await caches.keys()).toSorted()
  for (const name of names) {
    const found = await (await caches.open(name)).match(key, { ignoreVary: true })
    if (found) return found
  }
}

const SHELL = 'shell'

/** Caches the offline screen with its files. @throws when one of them cannot be loaded */
export async function keepOfflineScreen(): Promise<void> {
  const response = await fetch(paths.offline, { credentials: 'omit', cache: 'no-cache' })
  if (!response.ok) throw new Error(`${paths.offline}: ${response.status}`)
  const html = await response.clone().text()
  const files = new Set(html.match(/\/assets\/[\w.-]+/g))
  const cache = await caches.open(SHELL)
  for (const { url } of await cache.keys()) if (!files.delete(new URL(url).pathname)) await cache.delete(url)
  await cache.addAll([...files])
  await cache.put(paths.offline, response)
}
