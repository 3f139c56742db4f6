import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

const SCRIPT = 'virtual:script/'

/**
 * Turns `virtual:script/reader/first-paint` into the text of that file of web/, minified with what it imports: a script
 * that runs while a page is parsed.
 */
export function scripts(): Plugin {
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
        build: { write: false, lib: { entry, formats: ['iife'], name: 'script' } },
      })
      const [{ output }] = built as [Rolldown.RolldownOutput]
      return `export default ${JSON.stringify(output[0].code.trim())}`
    },
  }
}
