import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

type IconSet = { icons: Record<string, { body: string }>; aliases: Record<string, { parent: string }> }

const COMPONENT = 'virtual:icon/'
const SHAPES = 'virtual:icon-shapes/'

/** The lines of every icon are drawn alike: web/kit/kit.css says how. */
const SAME_FOR_ALL =
  / (?:fill="none"|stroke="currentColor"|stroke-linecap="round"|stroke-linejoin="round"|stroke-width="2")/g

/**
 * Turns `virtual:icon/heart` into a component that draws Lucide's icon of that name, and `virtual:icon-shapes/heart` into
 * its shapes; only the used ones are built.
 */
export function icons(): Plugin {
  const component = path.resolve('web/kit/page-icons.tsx')
  return {
    name: 'icons',
    resolveId: (id) => (id.startsWith(COMPONENT) || id.startsWith(SHAPES) ? `\0${id}` : undefined),
    load: (id) => {
      const [, kind = '', name = ''] = /^\0(virtual:icon(?:-shapes)?\/)(.*)/.exec(id) ?? []
      if (kind === SHAPES) return `export default ${JSON.stringify(shapesOf(name))}`
      if (kind !== COMPONENT) return
      const shapes = JSON.stringify(shapesOf(name))
      return `import { createIcon } from ${JSON.stringify(component)}\nexport default /* @__PURE__ */ createIcon(${shapes})`
    },
  }
}

/** @throws when Lucide has no icon of that name */
function shapesOf(name: string): string {
  const { icons: all, aliases } = createRequire(import.meta.url)('@iconify-json/lucide/icons.json') as IconSet
  const icon = all[name] ?? all[aliases[name]?.parent ?? '']
  if (!icon) throw new Error(`Lucide has no icon '${name}'.`)
  return icon.body.replaceAll(SAME_FOR_ALL, '').replace(/^<g>(.*)<\/g>$/s, '$1')
}

const MODULE = 'virtual:korea-map'

/** Pages import the address of the bundled map's tiles as the default of `virtual:korea-map`; its hash is the archive's. */
export function mapAddress(archive = 'korea/map/korea.pmtiles'): Plugin {
  const version = () => createHash('sha256').update(readFileSync(archive)).digest('base64url').slice(0, 10)
  return {
    name: 'korea-map',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) => (id === `\0${MODULE}` ? `export default '/map/korea/${version()}/{z}/{x}/{y}'` : undefined),
  }
}

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
