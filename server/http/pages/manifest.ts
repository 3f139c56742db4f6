import { paths } from '#rules/paths.ts'
import type { Config } from '../../config.ts'

/** What a device shows of the site before and after it is installed. https://www.w3.org/TR/appmanifest/ */
export function manifest({ siteName }: Pick<Config, 'siteName'>) {
  return {
    id: paths.home,
    name: siteName,
    short_name: siteName,
    description: '이웃이 나눈 맛집을 구경하고, 내가 찾은 맛집도 나눠 보세요.',
    lang: 'ko',
    dir: 'ltr',
    start_url: paths.home,
    scope: paths.home,
    display: 'standalone',
    background_color: '#fcfaf7',
    theme_color: '#fcfaf7',
    categories: ['food', 'lifestyle', 'social'],
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/logo.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
    shortcuts: [
      shortcut('글쓰기', paths.addPost, 'write'),
      shortcut('지도', paths.map, 'map'),
      shortcut('내 맛집', paths.me, 'saved'),
    ],
    screenshots: [
      screenshot('home-narrow', '720x1480', 'narrow', '이웃이 나눈 맛집'),
      screenshot('map-narrow', '720x1480', 'narrow', '지도에서 찾는 맛집'),
      screenshot('post-narrow', '720x1480', 'narrow', '글 하나에 담긴 맛집'),
      screenshot('home-wide', '1280x800', 'wide', '넓은 화면으로 보는 맛집'),
    ],
  }
}

function shortcut(name: string, url: string, icon: string) {
  return { name, url, icons: [{ src: `/install/${icon}.png`, sizes: '192x192', type: 'image/png' }] }
}

function screenshot(name: string, sizes: string, form_factor: 'narrow' | 'wide', label: string) {
  return { src: `/install/${name}.webp`, sizes, type: 'image/webp', form_factor, label }
}
