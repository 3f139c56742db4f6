import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, createBuilder, type Manifest } from 'vite'
import { supportedBrowsers } from './build/browsers.ts'
import { cleanAndBeginBuild } from './build/former.ts'

/** Builds the pages into dist/, with a brotli and a gzip file beside each text file, so that serving costs no CPU. */

const SMALLEST_BYTES = 1024

const { isNew, end } = cleanAndBeginBuild('dist')
const builder = await createBuilder({ logLevel: 'error' })
await builder.buildApp()
await buildWorker()
const files = globSync('dist/client/**/*.{js,css,svg,json,webmanifest,txt,html}')
await Promise.all(files.filter(isNew).map(compress))
end()

/** Builds the service worker, which contains the name of the pages' entry script: pages with another one are of a newer version. */
async function buildWorker(): Promise<void> {
  const manifest: Manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'))
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('No script starts the pages.')
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { ENTRY: JSON.stringify(`/${entry.file}`) },
    build: {
      target: supportedBrowsers(),
      outDir: 'dist/client',
      emptyOutDir: false,
      rolldownOptions: { input: 'web/offline/worker.ts', output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
}

async function compress(file: string): Promise<void> {
  const content = readFileSync(file)
  if (content.length < SMALLEST_BYTES) return
  // A quality above 10 takes three times as long and makes the map's files no smaller.
  const quality = file.endsWith('.json') ? 10 : 11
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
