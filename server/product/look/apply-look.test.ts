import { expect, test } from 'vitest'
import { applyLook } from './apply-look.ts'
import { DEFAULT_LOOK } from './load-look.ts'

const html =
  '<html><head></head><body><header class="topbar"></header><main><header></header><footer></footer></main><footer class="foot"></footer></body></html>'
const now = Date.parse('2026-12-01T00:00:00Z')
const images = { urlOf: (key: string | null) => `https://a.kr/images/${key}` } as never

test('without a choice a page stays as it was, byte for byte; a name alone changes no markup', () => {
  expect(applyLook(html, DEFAULT_LOOK, { images, now })).toEqual({ html, style: null })
  expect(applyLook(html, { ...DEFAULT_LOOK, name: '망원맛집' }, { images, now })).toEqual({ html, style: null })
})

test('an announcement and a welcome are text, below the bar, and the announcement ends', () => {
  const look = {
    ...DEFAULT_LOOK,
    announcement: '<b>점검</b> $& $1',
    announcementEnds: now + 1,
    welcome: '어서 오세요 "이웃"',
  }
  const dressed = applyLook(html, look, { images, now })
  expect(dressed.html).toContain('</header><section class="wrap site-note" aria-label="사이트 안내">')
  expect(dressed.html).toContain('&lt;b&gt;점검&lt;/b&gt; $&amp; $1')
  expect(dressed.html).not.toContain('<b>')
  const later = applyLook(html, look, { images, now: now + 1 })
  expect(later.html).not.toContain('점검')
  expect(later.html).toContain('어서 오세요')
})

test('accent and logo are a style, of which nothing can leave it', () => {
  const { html: page, style } = applyLook(html, { ...DEFAULT_LOOK, accent: '#1d5fa8', logo: 'abc' }, { images, now })
  expect(style).toContain(':root{--accent:')
  expect(style).toContain('--accent-fill:#1d5fa8')
  expect(style).toContain('url("https://a.kr/images/abc")')
  expect(page).toContain(`<style>${style}</style></head>`)
  expect(style).not.toContain('<')
})

test('pages are linked below the foot', () => {
  const look = { ...DEFAULT_LOOK, pages: [{ place: 2, title: '우리 동네 <소개>' }] }
  expect(applyLook(html, look, { images, now }).html).toContain(
    '</main><footer class="foot"></footer><section class="wrap site-pages" aria-label="사이트 소개"><ul><li><a href="/legal/page-2">우리 동네 &lt;소개&gt;</a>',
  )
})
