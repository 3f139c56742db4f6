import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import { UPLOAD_PRESET, UPLOAD_URL } from '#rules/paths.ts'
import { type Config, loadConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { NO_REPLICAS } from '#server/platform/database/replicas.ts'
import { cookieNames, registerSessions } from '#server/platform/http/cookies.ts'
import { handleError } from '#server/platform/http/http-error.ts'
import { registerFailureLog } from '#server/platform/http/request-log.ts'
import { registerGates } from '#server/platform/http/request-turns.ts'
import { registerImages } from '#server/platform/http/uploads/serve-images.ts'
import { registerUploads } from '#server/platform/http/uploads/uploads.ts'
import { noMetrics } from '#server/platform/metrics/metrics.ts'
import { ImageProcessor, type ProcessorOptions } from '#server/platform/pictures/image-worker.ts'
import { createImages, type Images } from '#server/platform/pictures/images.ts'
import type { ImageStore } from '#server/platform/pictures/store.ts'
import { Secrets } from '#server/platform/secrets.ts'
import { openSession, resumeSession } from '#server/product/accounts/sessions/sessions.ts'
import { refuseBarredWriter } from '#server/product/enforcement/require-writer.ts'
import { pictureVisibility } from '#server/product/posts/post-pictures.ts'
import { Client, type HttpResponse } from './api.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { insertAccount } from './insert-account.ts'
import { ownPort } from './own-port.ts'

export type ImageSite = {
  config: Config
  db: Database
  images: Images
  processor: ImageProcessor
  app: FastifyInstance
  /** A new browser. */
  browser(): Client
  /** Paths of all files in the data folder. */
  files(): Promise<string[]>
  /** Number of rows in `images`, and paths of all files, to tell whether anything was stored. */
  state(): Promise<{ rows: number; files: string[] }>
  close(): Promise<void>
}

type Options = { processor?: Partial<ProcessorOptions>; store?: ImageStore; env?: Record<string, string> }

/** A server for uploads and pictures alone, over real HTTP, with a database and a data folder of its own. */
export async function startImageSite(db: Database, options: Options = {}): Promise<ImageSite> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-images-'))
  const port = await ownPort()
  const config = loadConfig({ NODE_ENV: 'test', PORT: String(port), DATA_DIR: dataDir, ...options.env })
  const processor = new ImageProcessor(options.processor)
  const images = createImages({
    config,
    db,
    visibility: pictureVisibility,
    processor,
    ...(options.store && { store: options.store }),
  })
  const app = Fastify()
  registerFailureLog(app, noMetrics)
  app.setErrorHandler(handleError)
  await app.register(cookie)
  registerGates(app, config)
  const replicas = NO_REPLICAS
  registerSessions(app, { config, db, replicas, resumeSession })
  const parts = { config, db, images, replicas, secrets: new Secrets('a secret of at least thirty-two characters') }
  await app.register(registerUploads, { ...parts, refuseBarredWriter })
  await app.register(registerImages, parts)
  await app.listen({ host: '127.0.0.1', port })
  const files = async () => (await readdir(dataDir, { recursive: true, withFileTypes: true })).flatMap(pathOfFile)
  return {
    config,
    db,
    images,
    processor,
    app,
    browser: () => new Client(`http://127.0.0.1:${port}`),
    files,
    state: async () => ({
      rows: (await db.selectFrom('images').select('id').execute()).length,
      files: await files(),
    }),
    close: async () => {
      await app.close()
      await images.close()
      // A picture whose client has left may still be on its way to the disk.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** An image site for the tests of one file, on a new database; both are closed after the last test. */
export async function openImageSite(): Promise<{ site: ImageSite; database: TestDatabase }> {
  const database = await freshDatabase()
  const site = await startImageSite(database.db)
  afterAll(async () => {
    await site.close()
    await database.drop()
  })
  return { site, database }
}

/** A browser signed in to a new account. */
export async function signIn(site: ImageSite): Promise<{ browser: Client; accountId: number }> {
  const { id } = await insertAccount(site.db)
  const browser = site.browser()
  const token = await openSession(site.db, { accountId: id, persistent: false, userAgent: null })
  browser.cookies.set(cookieNames(site.config).session, token)
  return { browser, accountId: id }
}

/** The response to an upload, successful or not. */
export type UploadResponse = {
  public_id: string
  url: string
  secure_url: string
  width: number
  height: number
  format: string
  bytes: number
  error?: { message: string }
  errors?: { message: string; extensions: { code: string } }[]
}

/** Uploads like our own page; `file` is the content, and a string becomes a text field as some clients send it. */
export async function uploadPicture(
  browser: Client,
  file: Uint8Array | string | null,
  options: { filename?: string; preset?: string | null; headers?: Record<string, string> } = {},
): Promise<{ reply: HttpResponse; answer: UploadResponse }> {
  const form = new FormData()
  const { filename = 'photo.jpg', preset = UPLOAD_PRESET, headers = {} } = options
  if (typeof file === 'string') form.append('file', file)
  else if (file) form.append('file', new Blob([Uint8Array.from(file)]), filename)
  if (preset !== null) form.append('upload_preset', preset)
  const request = new Request(browser.origin, { method: 'POST', body: form })
  const body = Buffer.from(await request.arrayBuffer())
  const reply = await browser.send('POST', UPLOAD_URL, body, {
    'content-type': request.headers.get('content-type') ?? '',
    ...headers,
  })
  return { reply, answer: JSON.parse(reply.text) as UploadResponse }
}

function pathOfFile(entry: { isFile(): boolean; parentPath: string; name: string }): string[] {
  return entry.isFile() ? [path.join(entry.parentPath, entry.name)] : []
}
