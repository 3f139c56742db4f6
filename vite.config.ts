import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  publicDir: 'web/public',
  plugins: [
    tanstackStart({
      srcDirectory: 'web',
      router: { routesDirectory: 'routes', generatedRouteTree: 'route-tree.gen.ts', routeFileIgnorePrefix: '-' },
    }),
    react(),
  ],
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
})
