import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { buildKoreaMap } from './build-map.ts'

const MODULE = 'virtual:korea-map'

/**
 * Serves the map of Korea under a URL with the hash of its content. Pages import that URL, with a trailing slash, as
 * the default of `virtual:korea-map`.
 */
export function koreaMap(): Plugin {
  let made: { address: string; files: Map<string, string> } | undefined
  const make = () => {
    const files = buildKoreaMap()
    const hash = createHash('sha256')
      .update(JSON.stringify([...files]))
      .digest('base64url')
      .slice(0, 8)
    return { address: `assets/korea-${hash}/`, files }
  }
  const map = () => {
    made ??= make()
    return made
  }
  return {
    name: 'korea-map',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) => (id === `\0${MODULE}` ? `export default '/${map().address}'` : undefined),
    generateBundle() {
      if (this.environment.name !== 'client') return
      const { address, files } = map()
      for (const [name, source] of files) this.emitFile({ type: 'asset', fileName: address + name, source })
    },
    configureServer({ middlewares }) {
      middlewares.use((request, reply, next) => {
        if (!request.url?.startsWith('/assets/korea-')) return next()
        const file = map().files.get(request.url.split('/').at(-1) ?? '')
        if (file === undefined) return next()
        reply.setHeader('content-type', 'application/json').end(file)
      })
    },
  }
}
