import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { type CSSOptions, defineConfig } from 'vite'
import { supportedBrowsers } from './scripts/build/browsers.ts'
import { inlineScriptsPlugin, koreaMapPlugin } from './scripts/build/virtual-modules.ts'

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

// Home's script names every file that it may load, so each character of these names costs each visitor a hundred bytes.
const scriptNames = 'assets/[name]-[hash:7].js'
const assetNames = 'assets/[hash:7][extname]'

export default defineConfig({
  publicDir: 'web/public',
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'web/routes',
      generatedRouteTree: 'web/route-tree.gen.ts',
      routeFileIgnorePrefix: '-',
      routeFileIgnorePattern: '\\.test\\.',
      autoCodeSplitting: true,
      // What a screen loads comes with the screen, not with the first page.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component', 'notFoundComponent'], ['errorComponent']] },
    }),
    react(),
    koreaMapPlugin(),
    inlineScriptsPlugin(),
  ],
  css,
  build: {
    // Of both builds, because the names of styles depend on it.
    target: supportedBrowsers(),
    // scripts/build.ts keeps the files of the build before.
    emptyOutDir: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        // By which web/server.ts names the files of each route.
        manifest: true,
        rolldownOptions: {
          input: 'web/client.tsx',
          output: {
            entryFileNames: scriptNames,
            chunkFileNames: scriptNames,
            assetFileNames: assetNames,
            // What every page loads is one file. Without it, what any two screens share is a file of its own: 64 for home.
            codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: { input: 'web/server.ts', output: { assetFileNames: assetNames } },
      },
    },
  },
})
