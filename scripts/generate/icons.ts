import { createRequire } from 'node:module'
import type { FoodKind } from '#rules/food-kinds.ts'

type IconSet = { icons: Record<string, { body: string }>; aliases: Record<string, { parent: string }> }

/** The icons of the frame and of cards: a page has their shapes once (web/kit/page-icons.tsx). */
const ON_EVERY_PAGE = [
  'arrow-up',
  'bell',
  'bookmark',
  'check',
  'chevron-down',
  'heart',
  'house',
  'key-round',
  'log-in',
  'log-out',
  'map',
  'map-pin',
  'monitor',
  'moon',
  'pencil',
  'rotate-cw',
  'search',
  'sliders-horizontal',
  'square-pen',
  'sun',
  'trash-2',
  'user-round',
  'x',
]

/** The icons in the scripts of single screens. */
const ON_SCREENS = [
  'ban',
  'beef',
  'beer',
  'book-open',
  'bookmark',
  'camera',
  'check',
  'chevron-down',
  'chevron-left',
  'chevron-right',
  'chevron-up',
  'circle-alert',
  'clock',
  'coffee',
  'copy',
  'download',
  'egg-fried',
  'ellipsis',
  'eye',
  'eye-off',
  'fish',
  'flag',
  'file-up',
  'folder-plus',
  'globe',
  'grip-vertical',
  'heart',
  'history',
  'image-plus',
  'image-up',
  'info',
  'layers',
  'link',
  'list',
  'locate-fixed',
  'lock',
  'log-out',
  'mail',
  'map',
  'map-pin',
  'map-pinned',
  'message-circle',
  'minus',
  'monitor-smartphone',
  'navigation',
  'notebook-text',
  'party-popper',
  'phone',
  'pizza',
  'plus',
  'rotate-ccw',
  'search',
  'settings',
  'settings-2',
  'share-2',
  'shield',
  'shield-check',
  'shrimp',
  'sliders-horizontal',
  'soup',
  'square-pen',
  'trash-2',
  'user-plus',
  'user-x',
  'users-round',
  'utensils',
  'x',
]

/** Attributes of every icon; web/kit/kit.css has them for all. */
const SAME_FOR_ALL =
  / (?:fill="none"|stroke="currentColor"|stroke-linecap="round"|stroke-linejoin="round"|stroke-width="2")/g

const { icons, aliases } = createRequire(import.meta.url)('@iconify-json/lucide/icons.json') as IconSet

/** Lucide's icon of each kind of food, as the map shows it. */
const OF_KINDS: Readonly<Record<FoodKind, string>> = {
  korean: 'soup',
  chinese: 'cooking-pot',
  japanese: 'fish',
  western: 'pizza',
  snack: 'egg-fried',
  grill: 'beef',
  seafood: 'shrimp',
  cafe: 'coffee',
  bar: 'beer',
  other: 'utensils',
}

/** The shapes of Lucide's icons for kinds of food, as SVG. */
export function kindShapes(): string {
  const lines = Object.entries(OF_KINDS).map(([kind, name]) => `  ${kind}: ${JSON.stringify(shapesOf(name))},\n`)
  return `export const kindShapes = {\n${lines.join('')}} as const\n`
}

/** Lucide's icons as components, such as `Share2`. */
export function iconComponents(): string {
  const lines = ON_SCREENS.map(
    (name) => `export const ${inPascalCase(name)} = /* @__PURE__ */ createIcon(${JSON.stringify(shapesOf(name))})\n`,
  )
  return `import { createIcon } from './create-icon.tsx'\n\n${lines.join('')}`
}

/** The shapes of Lucide's icons by their names, as SVG. */
export function iconShapes(): string {
  const lines = ON_EVERY_PAGE.map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(shapesOf(name))},\n`)
  return `export const iconShapes = {\n${lines.join('')}} as const\n`
}

/** @throws when Lucide has no icon of that name */
function shapesOf(name: string): string {
  const icon = icons[name] ?? icons[aliases[name]?.parent ?? '']
  if (!icon) throw new Error(`Lucide has no icon '${name}'.`)
  return icon.body.replaceAll(SAME_FOR_ALL, '').replace(/^<g>(.*)<\/g>$/s, '$1')
}

/** 'share-2' becomes 'Share2'. */
function inPascalCase(name: string): string {
  return name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
