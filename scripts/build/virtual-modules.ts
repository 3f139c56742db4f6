import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { supportedBrowsers } from './browsers.ts'

const MODULE = 'virtual:korea-map'

const MAP = 'korea/map/korea.pmtiles'

/** Vite plugin: the default export of `virtual:korea-map` is the URL of the bundled map's tiles, with a hash of their archive. */
export function koreaMapPlugin(): Plugin {
  const version = () => createHash('sha256').update(readFileSync(MAP)).digest('base64url').slice(0, 10)
  return {
    name: 'korea-map',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) => (id === `\0${MODULE}` ? `export default '/map/korea/${version()}/{z}/{x}/{y}'` : undefined),
  }
}

const SCRIPT = 'virtual:script/'

/**
 * Vite plugin: turns `virtual:script/store/first-paint` into the text of that file of web/, minified with what it imports: a script
 * that runs while a page is parsed.
 */
export function inlineScriptsPlugin(): Plugin {
  return {
    name: 'scripts',
    resolveId: (id) => (id.startsWith(SCRIPT) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${SCRIPT}`)) return
      const entry = path.resolve('web', `${id.slice(SCRIPT.length + 1)}.ts`)
      this.addWatchFile(entry)
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: { target: supportedBrowsers(), write: false, lib: { entry, formats: ['iife'], name: 'script' } },
      })
      const [{ output }] = built as [Rolldown.RolldownOutput]
      return `export default ${JSON.stringify(output[0].code.trim())}`
    },
  }
}
