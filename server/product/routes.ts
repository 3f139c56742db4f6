import type { FastifyInstance } from 'fastify'
import type { Services } from '../platform/context.ts'
import { registerAssets } from '../platform/http/files/assets.ts'
import { registerMailHook } from './accounts/mails/mail-hook.ts'
import { registerProviderReturn } from './accounts/providers/return-from-provider.ts'
import { registerDataExport } from './api/export.ts'
import { registerGraphql } from './api/graphql.ts'
import { decodeStrictUtf8 } from './api/graphql-documents.ts'
import { registerImports } from './imports/upload-import.ts'
import { loadSiteName } from './look/load-look.ts'
import { registerMemberExport } from './moderation/export-member.ts'
import { registerFeeds } from './pages/feeds.ts'
import { registerPages } from './pages/pages.ts'
import { registerPlanCalendar } from './pages/plan-calendar.ts'
import type { WebApplication } from './pages/render-page.ts'
import { registerShareImages } from './pages/share-images.ts'
import { registerSitemap } from './pages/sitemap.ts'
import { registerUnsubscribe } from './pages/unsubscribe.ts'
import { registerPlaceFiles } from './saves/files/send-places.ts'

/** Every route of the product: the API, files for members and robots, and with `web` the pages. */
export async function registerRoutes(
  app: FastifyInstance,
  services: Services,
  web: WebApplication | null,
): Promise<void> {
  // The API parses JSON itself, after looking into the cache.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    decodeStrictUtf8(body),
  )
  registerDataExport(app, services)
  registerMemberExport(app, services)
  registerPlaceFiles(app, services)
  registerProviderReturn(app, services)
  await app.register(registerImports, services)
  registerSitemap(app, services)
  registerFeeds(app, services)
  registerShareImages(app, services)
  registerPlanCalendar(app, services)
  await app.register(registerUnsubscribe, services)
  await app.register(registerMailHook, services)
  registerGraphql(app, services)
  if (web) {
    if (web.clientDir !== null) await registerAssets(app, web.clientDir, services.config, () => loadSiteName(services))
    web.useMiddleware(app)
    registerPages(app, services, web.handler)
  }
}
