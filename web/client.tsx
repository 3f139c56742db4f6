import { RouterProvider } from '@tanstack/react-router'
import { hydrate } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { getRouter } from './router.tsx'

/**
 * Takes over the page that the server rendered. Start's own entry does the same, but it also brings what server
 * functions need to read their answers (12 kB gzip), and we have none.
 */
async function start(): Promise<void> {
  // In a task of its own: the scripts have just been compiled in this one, which takes a slow phone long enough.
  await new Promise((resolve) => setTimeout(resolve))
  const router = getRouter()
  await hydrate(router).finally(() => window.$_TSR?.h())
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    )
  })
}

void start()
