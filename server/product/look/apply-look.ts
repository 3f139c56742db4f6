import { sitePageName } from '#rules/look.ts'
import { paths } from '#rules/paths.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import type { Images } from '../../platform/pictures/images.ts'
import { type Palette, palettesOf } from './accent.ts'
import type { Look } from './load-look.ts'

/** Styles of the announcement, the welcome and the links, which stand outside of React's own elements. */
const LAYOUT = `.site-note{display:grid;gap:4px;padding-block:12px;font:var(--w-text) var(--t-15) var(--font);overflow-wrap:anywhere}
.site-note p{margin:0;white-space:pre-line}
.site-note .notice{display:block;padding:12px 16px;border-radius:var(--r-md);background:var(--accent-soft);color:var(--ink)}
.site-welcome{color:var(--ink-2)}
@supports selector(:has(a)){body:not(:has(.feed-head)) .site-welcome{display:none}}
.site-pages{padding-block:0 24px}
.site-pages ul{display:flex;flex-wrap:wrap;gap:4px 20px;margin:0;padding:0;list-style:none}
.site-pages a{display:inline-flex;align-items:center;min-height:44px;color:var(--ink-2);font:var(--w-text) var(--t-14) var(--font)}`

const labels = { announcement: '공지', note: '사이트 안내', pages: '사이트 소개' } as const

/**
 * Puts the admins' colours, logo, announcement, welcome line and links into a page, which has the site's name already. `style` is what
 * its content security policy has to allow; null if nothing was inserted.
 */
export function applyLook(
  html: string,
  look: Look,
  { images, now }: Readonly<{ images: Pick<Images, 'urlOf'>; now: number }>,
): { html: string; style: string | null } {
  const note = noteOf(look, now)
  const links = linksOf(look)
  const style = [
    ...(look.accent === null ? [] : [colours(look.accent)]),
    ...(look.logo === null ? [] : [logoStyle(images.urlOf(look.logo))]),
    ...(note || links ? [LAYOUT] : []),
  ].join('\n')
  if (style === '') return { html, style: null }
  const withStyle = insertBefore(html, '</head>', `<style>${style}</style>`)
  return { html: insertAfter(insertAfter(withStyle, TOP_BAR, note), FOOT, links), style }
}

/** Where the HTML of the bar and of the footer (`web/frame/`) begins and ends. Cards have footers too, without the class. */
export const TOP_BAR = ['<header class="topbar', '</header>'] as const
const FOOT = ['<footer class="foot"', '</footer>'] as const

/** Members' texts have no '<' that is not escaped, so `mark` is the page's own. */
function insertBefore(html: string, mark: string, part: string): string {
  return html.replace(mark, () => part + mark)
}

/** Inserts `part` after the first element that begins with `start`; without one the page stays as it is. */
export function insertAfter(html: string, [start, end]: readonly [string, string], part: string): string {
  const from = html.indexOf(start)
  const at = from < 0 ? -1 : html.indexOf(end, from)
  return at < 0 ? html : html.slice(0, at + end.length) + part + html.slice(at + end.length)
}

function colours(accent: string): string {
  const { light, dark } = palettesOf(accent)
  return `:root{${declarations(light)}}
@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){${declarations(dark)}}}
:root[data-theme="dark"]{${declarations(dark)}}`
}

function declarations(palette: Palette): string {
  return Object.entries(palette)
    .map(([token, colour]) => `${token}:${colour}`)
    .join(';')
}

function logoStyle(url: string): string {
  return `.brand .logo{background:url("${encodeURI(url)}") center/contain no-repeat}.brand .logo use{display:none}`
}

function noteOf({ announcement, announcementEnds, welcome }: Look, now: number): string {
  const isOn = announcement !== null && announcementEnds !== null && announcementEnds > now
  const parts = [
    ...(isOn
      ? [`<p class="notice" role="note" aria-label="${labels.announcement}">${escapeHtml(announcement)}</p>`]
      : []),
    ...(welcome === null ? [] : [`<p class="site-welcome">${escapeHtml(welcome)}</p>`]),
  ]
  return parts.length === 0
    ? ''
    : `<section class="wrap site-note" aria-label="${labels.note}">${parts.join('')}</section>`
}

function linksOf({ pages }: Look): string {
  if (pages.length === 0) return ''
  const link = ({ place, title }: Look['pages'][number]) =>
    `<li><a href="${paths.legal.replace('$name', sitePageName(place))}">${escapeHtml(title)}</a></li>`
  return `<section class="wrap site-pages" aria-label="${labels.pages}"><ul>${pages.map(link).join('')}</ul></section>`
}
