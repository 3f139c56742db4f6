import '@vitejs/plugin-react/preamble'
import { RouterProvider } from '@tanstack/react-router'
import { hydrate } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { loadUserMenu } from './frame/bars.tsx'
import { addUrlToPrints } from './frame/printed-url.ts'
import { startServiceWorker } from './offline/offline.ts'
import { getRouter } from './router.tsx'

/** Pause between hydration and the start of the service worker, in milliseconds. */
const QUIET_MS = 3000

async function start(): Promise<void> {
  // In a separate task, because compiling the scripts has already made this one long on a slow phone.
  await new Promise((resolve) => setTimeout(resolve))
  if (document.earlyPresses?.isLeaving) return
  const router = getRouter()
  const menu = router.options.context.store.viewer ? loadUserMenu().catch(() => {}) : undefined
  await hydrate(router)
  await menu
  if (document.earlyPresses?.isLeaving) return
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    )
  })
  if (!import.meta.env.PROD) return
  const wait = 'offline' in document.documentElement.dataset ? 0 : QUIET_MS
  setTimeout(() => void startServiceWorker(router.options.context.store), wait)
}

addUrlToPrints()
void start()
