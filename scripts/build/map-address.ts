import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

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
