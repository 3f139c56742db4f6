import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Our own modules that several screens share, in few files: left alone, the bundler gives each combination of screens a file,
 * of which the home page would load two dozen.
 */
const ownParts = {
  name: 'part',
  test: /(?:web|rules|contract|lucide-react)[\\/](?!.*node_modules)/,
  entriesAware: true,
  minShareCount: 2,
  entriesAwareMergeThreshold: 16_384,
}

/**
 * What draws maps and picks places, and the screens that do: most have neither, so it stays apart from what they share, and
 * nothing that they share imports it.
 */
const mapParts = {
  name: 'map',
  test: new RegExp(
    [
      'web/map/',
      'web/components/(?:map-picker|use-places)',
      'web/queries/(?:get-map|get-place-att|search-places|geocode|reverse)',
      'web/routes/(?:map|-map|-place-fields|-place-card|-post-form|-post-detail|-add-post|-edit-post)',
    ]
      .join('|')
      .replaceAll('/', String.raw`[\\/]`),
  ),
  priority: 1,
  entriesAware: true,
  includeDependenciesRecursively: false,
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
          output: { strictExecutionOrder: true, codeSplitting: { groups: [mapParts, ownParts] } },
        },
      },
    },
  },
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
})
