import { READER_HEADER } from '#contract/reader-state.ts'
import { paths, SERVICE_WORKER_PATH } from '#rules/paths.ts'
import { toast, withdrawToast } from '../kit/toast.tsx'
import type { Store } from '../store/store.ts'
import type { WorkerMessage } from './worker.ts'

const KEPT_PAGE_SHOWN = '오프라인이에요. 마지막으로 본 내용을 보여 드려요.'
const NEW_VERSION = '새 버전이 있어요'

const UPDATE_INTERVAL_MS = 3_600_000

/** Registers the service worker, says when a kept page is shown, and offers new versions. */
export async function startServiceWorker(store: Store): Promise<void> {
  const { serviceWorker } = navigator
  // Browsers have none without https.
  if (!serviceWorker) return
  deleteCachesOnAccountChange(store)
  // The offline screen says so itself.
  if ('offline' in document.documentElement.dataset && location.pathname !== paths.offline) toast(KEPT_PAGE_SHOWN)
  addEventListener('online', () => {
    withdrawToast(KEPT_PAGE_SHOWN)
    if ('offline' in document.documentElement.dataset && !store.viewer) void reloadIfSignedIn().catch(() => {})
  })
  const wasControlled = serviceWorker.controller !== null
  // Browsers refuse it in some private windows.
  const registration = await serviceWorker.register(SERVICE_WORKER_PATH).catch(() => undefined)
  if (!registration) return
  serviceWorker.addEventListener('message', ({ data }) => {
    // The message arrives before its screen is shown.
    if (data === 'seen') toast(KEPT_PAGE_SHOWN, { isForNextPage: true })
    else if (data === 'new version') offer(registration)
  })
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', () => reportVersion(registration))
  })
  reportVersion(registration)
  lookForUpdates(registration)
  if (!wasControlled)
    postToWorker((await serviceWorker.ready).active, { files: loadedFiles(), page: location.href.split('#')[0] ?? '' })
}

/** Reloads a kept page of a visitor if the person is signed in: pages of sessions that end with the browser are not kept. */
async function reloadIfSignedIn(): Promise<void> {
  const { headers } = await fetch(location.href, { method: 'HEAD' })
  if (headers.has(READER_HEADER)) location.reload()
}

/**
 * Deletes the caches when the account changes in a page that the browser loaded without the service worker, as with Shift
 * held. In other pages the worker does it.
 */
function deleteCachesOnAccountChange(store: Store): void {
  const seenBy = store.viewer?.jwt
  store.subscribe(() => {
    if (store.viewer?.jwt === seenBy || navigator.serviceWorker.controller) return
    void caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))
  })
}

function postToWorker(worker: ServiceWorker | null, message: WorkerMessage): void {
  worker?.postMessage(message)
}

/**
 * Sends this page's version to a waiting worker, which takes over if it is the worker's own, or else answers that there is a
 * newer one.
 */
function reportVersion({ waiting }: ServiceWorkerRegistration): void {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  if (script) postToWorker(waiting, { entry: new URL(script.src).pathname })
}

function offer({ waiting }: ServiceWorkerRegistration): void {
  const run = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    postToWorker(waiting, 'take over')
  }
  toast(NEW_VERSION, { action: { label: '새로고침', run }, shownMs: 60_000 })
}

function lookForUpdates(registration: ServiceWorkerRegistration): void {
  let last = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || performance.now() - last < UPDATE_INTERVAL_MS) return
    last = performance.now()
    registration.update().catch(() => {})
  })
}

function loadedFiles(): string[] {
  const names = performance.getEntriesByType('resource').map(({ name }) => name)
  return names.filter((name) => name.startsWith(`${location.origin}/assets/`))
}
