import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { freePort } from '../../ports.ts'
import { StartError } from '../../start-error.ts'
import type { PageHandler } from './render-page.ts'

export type Web = {
  handler: PageHandler
  /** null in development, where Vite serves the browser's files. */
  clientDir: string | null
  /** Lets Vite answer its own requests; does nothing in production. */
  useMiddleware(app: FastifyInstance): void
  close(): Promise<void>
}

const root = path.resolve(import.meta.dirname, '../../..')

/** The built web application, or Vite with hot reload in development. @throws when nothing has been built */
export async function loadWeb(config: Config): Promise<Web> {
  return config.mode === 'development' ? loadDevelopment() : loadBuilt()
}

async function loadBuilt(): Promise<Web> {
  const entry = path.join(root, 'dist/server/server.js')
  if (!existsSync(entry)) throw new StartError('The web application is not built: run `npm run build` first.')
  const built = (await import(pathToFileURL(entry).href)) as PageHandler
  return {
    handler: built,
    clientDir: path.join(root, 'dist/client'),
    useMiddleware: () => {},
    close: async () => {},
  }
}

async function loadDevelopment(): Promise<Web> {
  const { createServer } = await import('vite')
  // A separate socket for each clone, on the loopback only.
  const hmr = { host: '127.0.0.1', port: await freePort() }
  const vite = await createServer({ root, server: { middlewareMode: true, hmr }, appType: 'custom' })
  const handler: PageHandler = {
    render: async (url, page) => ((await vite.ssrLoadModule('/web/server.ts')) as PageHandler).render(url, page),
  }
  return {
    handler,
    clientDir: null,
    useMiddleware: (app) => {
      app.addHook('onRequest', (request, reply, next) => {
        reply.raw.once('finish', () => reply.sent || reply.hijack())
        vite.middlewares(request.raw, reply.raw, next)
      })
    },
    close: () => vite.close(),
  }
}
