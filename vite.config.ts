import path from 'node:path'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { type CSSOptions, defineConfig } from 'vite'
import { chunkOf } from './scripts/build/chunks.ts'
import { icons, mapAddress, scripts } from './scripts/build/virtual-modules.ts'

/** The styles' own step of the build, which tests of screens need too. */
export const css: CSSOptions = {
  postcss: {
    plugins: [
      {
        postcssPlugin: 'dark palette for a dark system',
        // CSS cannot join a media query and a selector in one rule, and light-dark() leaves older phones without colors.
        Once: (root, { AtRule }) => {
          root.walkRules(':root[data-theme="dark"]', (dark) => {
            const media = new AtRule({ name: 'media', params: '(prefers-color-scheme: dark)' })
            media.append(dark.clone({ selector: ':root:not([data-theme="light"])' }))
            dark.before(media)
          })
        },
      },
    ],
  },
}

export default defineConfig({
  publicDir: 'web/public',
  plugins: [
    tanstackStart({
      srcDirectory: 'web',
      router: {
        routesDirectory: 'routes',
        generatedRouteTree: 'route-tree.gen.ts',
        routeFileIgnorePrefix: '-',
        // What a screen loads comes with the screen, not with the first page.
        codeSplittingOptions: { defaultBehavior: [['loader', 'component', 'notFoundComponent'], ['errorComponent']] },
      },
    }),
    react(),
    mapAddress(),
    icons(),
    scripts(),
  ],
  resolve: {
    alias: [
      // React has that hook itself since version 18.
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
      { find: /^\.\/(mutationCache|searchParams)\.js$/, replacement: path.resolve('scripts/build/unused.ts') },
    ],
  },
  css,
  build: {
    // scripts/build.ts keeps the files of the build before.
    emptyOutDir: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // As short as the names of scripts, for the server as for browsers.
    rolldownOptions: {
      output: {
        assetFileNames: ({ names: [name] }) =>
          name?.endsWith('.css') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash][extname]',
      },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: [{ name: chunkOf }], includeDependenciesRecursively: false },
            // The shortest possible: the first file names all others, and such names do not compress.
            chunkFileNames: 'assets/[hash:7].js',
          },
        },
      },
    },
  },
})
