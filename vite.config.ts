import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { koreaMap } from './scripts/korea-map/plugin.ts'

export default defineConfig({
  publicDir: 'web/public',
  plugins: [
    tanstackStart({
      srcDirectory: 'web',
      router: { routesDirectory: 'routes', generatedRouteTree: 'route-tree.gen.ts', routeFileIgnorePrefix: '-' },
    }),
    react(),
    koreaMap(),
  ],
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // Few files for the first page, because a phone pays for each.
              groups: [
                { name: 'base', minShareCount: 10 },
                { name: 'lists', test: /web.posts|lucide/, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
  },
})
