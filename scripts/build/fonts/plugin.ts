import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Plugin } from 'vite'
import { type FontFile, fontLicence } from './make-fonts.ts'

const MODULE = 'virtual:fonts'
const FOLDER = 'assets/'

/** Serves our fonts. `virtual:fonts` has their weights and addresses: `[['400 500', '/assets/….woff2'], …]`. */
export function fonts(): Plugin {
  let made: Promise<FontFile[]> | undefined
  const files = () => {
    made ??= makeOnThread()
    return made
  }
  return {
    name: 'fonts',
    buildStart: () => {
      // A failure is reported by whoever waits for them.
      files().catch(() => {})
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    async load(id) {
      if (id !== `\0${MODULE}`) return
      const entries = (await files()).map(({ weight, name }) => [weight, `/${FOLDER}${name}`])
      return `export default ${JSON.stringify(entries)}`
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      for (const { name, content } of await files()) {
        this.emitFile({ type: 'asset', fileName: FOLDER + name, source: content })
      }
      this.emitFile({ type: 'asset', fileName: `${FOLDER}font-licence.txt`, source: fontLicence() })
    },
    configureServer({ middlewares }) {
      middlewares.use((request, reply, next) => {
        if (!request.url?.startsWith(`/${FOLDER}font-`)) return next()
        void files().then((all) => {
          const file = all.find(({ name }) => request.url?.endsWith(name))
          if (file) reply.setHeader('content-type', 'font/woff2').end(file.content)
          else next()
        }, next)
      })
    },
  }
}

/** Compressing the fonts takes seconds, in which this thread builds the rest. */
async function makeOnThread(): Promise<FontFile[]> {
  const [files] = await once(new Worker(new URL('./make-fonts-thread.ts', import.meta.url)), 'message')
  return files
}
