/** The parts of a service worker's global scope that we use; TypeScript's library for pages does not have them. */
export type WorkerScope = {
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

/** Files that a page has loaded, the script that started it, or that its reader wants the new version. */
export type Message = { files: string[] } | { entry: string } | 'take over'

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

/** The worker lives at least until the promises are settled. */
type Lasting = { waitUntil: (done: Promise<unknown>) => void }

export type FetchEvent = Lasting & {
  readonly request: Request
  /** Of the page that asks; empty for a navigation. */
  readonly clientId: string
  readonly preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}
