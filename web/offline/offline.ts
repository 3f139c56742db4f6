import { READER_HEADER } from '#contract/reader-state.ts'
import { paths, WORKER_PATH } from '#rules/paths.ts'
import { toast, withdrawToast } from '../kit/toast.tsx'
import type { Store } from '../store/store.ts'
import type { Message } from './worker.ts'

const SEEN = '오프라인이에요. 마지막으로 본 내용을 보여 드려요.'
const NEW_VERSION = '새 버전이 있어요'

const LOOK_EVERY = 3_600_000

/** Registers the service worker, says when a kept page is shown, and offers new versions. */
export async function startOffline(store: Store): Promise<void> {
  const { serviceWorker } = navigator
  // Missing without https.
  if (!serviceWorker) return
  forgetLeftReader(store)
  // The offline screen says so itself.
  if ('offline' in document.documentElement.dataset && location.pathname !== paths.offline) toast(SEEN)
  addEventListener('online', () => {
    withdrawToast(SEEN)
    if ('offline' in document.documentElement.dataset && !store.viewer) void reloadIfSignedIn().catch(() => {})
  })
  const wasControlled = serviceWorker.controller !== null
  // Browsers refuse it in some private windows.
  const registration = await serviceWorker.register(WORKER_PATH).catch(() => undefined)
  if (!registration) return
  serviceWorker.addEventListener('message', ({ data }) => {
    // The message arrives before its screen is shown.
    if (data === 'seen') toast(SEEN, { isForNextPage: true })
    else if (data === 'new version') offer(registration)
  })
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', () => tellVersion(registration))
  })
  tellVersion(registration)
  lookForUpdates(registration)
  if (!wasControlled)
    tell((await serviceWorker.ready).active, { files: loadedFiles(), page: location.href.split('#')[0] ?? '' })
}

/** Reloads a kept visitor page once signed in: pages of sessions that end with the browser are not kept. */
async function reloadIfSignedIn(): Promise<void> {
  const { headers } = await fetch(location.href, { method: 'HEAD' })
  if (headers.has(READER_HEADER)) location.reload()
}

/** Does the worker's part for a page that the browser loaded without it, as with Shift held. */
function forgetLeftReader(store: Store): void {
  const seenBy = store.viewer?.jwt
  store.subscribe(() => {
    if (store.viewer?.jwt === seenBy || navigator.serviceWorker.controller) return
    void caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))
  })
}

function tell(worker: ServiceWorker | null, message: Message): void {
  worker?.postMessage(message)
}

/** A worker that waits takes over from this page's version, or answers that there is a newer one. */
function tellVersion({ waiting }: ServiceWorkerRegistration): void {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  if (script) tell(waiting, { entry: new URL(script.src).pathname })
}

function offer({ waiting }: ServiceWorkerRegistration): void {
  const run = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    tell(waiting, 'take over')
  }
  toast(NEW_VERSION, { action: { label: '새로고침', run }, shownMs: 60_000 })
}

function lookForUpdates(registration: ServiceWorkerRegistration): void {
  let last = performance.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || performance.now() - last < LOOK_EVERY) return
    last = performance.now()
    registration.update().catch(() => {})
  })
}

function loadedFiles(): string[] {
  const names = performance.getEntriesByType('resource').map(({ name }) => name)
  return names.filter((name) => name.startsWith(`${location.origin}/assets/`))
}
