import { expect, test } from 'vitest'
import { filesOfRoutes } from './route-files.ts'

const part = (file: string, kind = 'component---loader---notFoundComponent') => `web/routes/${file}?tsr-split=${kind}`

const built = {
  'web/client.tsx': { file: 'assets/client.js', isEntry: true, imports: ['_app.js'] },
  '_app.js': { file: 'assets/app.js' },
  '_map.js': { file: 'assets/map.js', css: ['assets/map.css'], imports: ['_app.js'] },
  '_later.js': { file: 'assets/later.js' },
  [part('index.tsx')]: { file: 'assets/home.js', isDynamicEntry: true, imports: ['_app.js'] },
  [part('area.$.tsx')]: {
    file: 'assets/area.js',
    css: ['assets/area.css'],
    isDynamicEntry: true,
    imports: ['_app.js', '_map.js'],
    dynamicImports: ['_later.js'],
  },
  [part('area.$.tsx', 'errorComponent')]: { file: 'assets/area-error.js', isDynamicEntry: true },
  [part('account/login.tsx')]: { file: 'assets/login.js', isDynamicEntry: true },
}

test('each route has its files and what they import, without what every page has and what comes later', () => {
  expect(filesOfRoutes(built)).toEqual({
    __root__: {
      preloads: ['/assets/client.js', '/assets/app.js'],
      css: [],
      scripts: [{ attrs: { type: 'module', async: true, src: '/assets/client.js' } }],
    },
    '/': { preloads: ['/assets/home.js'], css: [] },
    // Styles of imported chunks come first.
    '/area/$': { preloads: ['/assets/area.js', '/assets/map.js'], css: ['/assets/map.css', '/assets/area.css'] },
    '/account/login': { preloads: ['/assets/login.js'], css: [] },
  })
})

test('a build without an entry is refused', () => {
  expect(() => filesOfRoutes({ '_app.js': { file: 'assets/app.js' } })).toThrow('No script starts the pages.')
})
