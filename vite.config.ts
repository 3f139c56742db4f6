import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Our own modules that several screens share, in few files: left alone, the bundler gives each combination of screens a file,
 * of which the home page would load two dozen. What draws maps and picks places stays apart: most screens have none.
 */
const ownParts = {
  name: 'part',
  test: /(?:web|rules|contract|lucide-react)[\\/](?!.*node_modules|map[\\/]|(?:components|routes)[\\/](?:-?map|-place-fields|use-places))/,
  entriesAware: true,
  entriesAwareMergeThreshold: 16_384,
}

export default defineConfig({
  publicDir: 'web/public',
  plugins: [
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'web',
      router: { routesDirectory: 'routes', generatedRouteTree: 'route-tree.gen.ts', routeFileIgnorePrefix: '-' },
    }),
    react(),
  ],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Files of several modules import each other; without the order a class would be extended before it is there.
          output: { strictExecutionOrder: true, codeSplitting: { groups: [ownParts] } },
        },
      },
    },
  },
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
})
