import { createHash } from 'node:crypto'
import path from 'node:path'
import type { OverlayOptions, Sharp } from 'sharp'
import { foodKinds } from '#rules/food-kinds.ts'
import { cutCharacters } from '#rules/text.ts'
import { type Verdict, verdictText } from '#rules/verdict.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { addressOfPath } from '../places/address.ts'
import type { PresentedPost } from '../posts/present-post.ts'
import type { PresentedCollection, Tile } from '../saves/collections/get-collection.ts'
import { type Box, type DrawText, drawTiles } from './draw-tiles.ts'

export type ShareKind = 'post' | 'collection' | 'area'

/** Content of a picture for links. */
export type ShareFacts = Readonly<{
  kind: ShareKind
  id: string
  title: string
  place: string
  /** A sentence below the place; empty for none. */
  note: string
  photos: readonly string[]
  /** Places that are drawn if there are no photos. */
  tiles: readonly Tile[]
}>

type SharedPost = Pick<PresentedPost, 'id' | 'title' | 'image' | 'place_name' | 'address'>

export function shareFactsOfPost(post: SharedPost, verdict: Verdict | null): ShareFacts {
  const { id, title, image, place_name, address } = post
  const place = [place_name, address].filter((text) => text && text !== title).join(' · ')
  const note = verdict ? verdictText(verdict) : ''
  return { kind: 'post', id, title, place, note, photos: image ? [image] : [], tiles: [] }
}

export function shareFactsOfCollection({ id, name, count, collage, tiles }: PresentedCollection): ShareFacts {
  const photos = collage.map(({ url }) => url)
  return { kind: 'collection', id, title: name, place: `${count}곳`, note: '', photos, tiles }
}

export function shareFactsOfArea({ path }: { path: string }): ShareFacts {
  const title = `${path === '' ? '전국' : addressOfPath(path)} 맛집`
  return { kind: 'area', id: path, title, place: '', note: '', photos: [], tiles: [] }
}

/** URL path of the picture, which changes with its content. */
export function shareImagePath(facts: ShareFacts): string {
  const { kind, id, title, place, note, photos, tiles } = facts
  const version = createHash('sha256')
    .update(JSON.stringify([title, place, photos, ...(note === '' ? [] : [note]), ...tiles]))
    .digest('base64url')
    .slice(0, 12)
  return `/share/${kind}/${encodeURIComponent(id)}/${version}.jpg`
}

const SHARE_SIZE = { width: 1200, height: 630 } as const

/** This font has every Korean syllable, so that the machine needs no fonts. */
const FONT = path.resolve(import.meta.dirname, 'matnanum-ui-700.otf')

const COLOURS = { paper: '#fcfaf7', ink: '#211a15', quiet: '#6d6259', accent: '#b8430f' } as const
const MARGIN = 64
const PHOTO_WIDTH = 600
const GAP = 28

/** Font sizes by the most code points of a title: the longest title takes five lines beside a photo. */
const TITLE_SIZES = [
  [12, 76],
  [28, 60],
  [56, 46],
] as const
const LONGEST_TITLE = 56
/** Font size of the site's name: readable where a chat shows the picture 300 pixels wide. */
const NAME_SIZE = 56
const LONGEST_PLACE = 40

export type ShareDrawing = Pick<ShareFacts, 'title' | 'place' | 'note' | 'tiles'> &
  Readonly<{ siteName: string; photos: readonly Uint8Array[] }>

/**
 * A JPEG of `SHARE_SIZE` with up to four photos, or tiles in place of them, title, place, note and the site's name.
 * @throws when a photo cannot be decoded
 */
export async function drawShareImage({ title, place, note, siteName, photos, tiles }: ShareDrawing): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const hasPictures = photos.length + tiles.length > 0
  const textWidth = SHARE_SIZE.width - (hasPictures ? PHOTO_WIDTH : 0) - 2 * MARGIN
  const write: DrawText = async (text, size, colour, room) => {
    const options = {
      font: `MatnanumUI Bold ${size}`,
      fontfile: FONT,
      width: room ?? textWidth,
      rgba: true,
      dpi: 72,
      spacing: Math.round(size / 4),
      align: room === undefined ? ('left' as const) : ('centre' as const),
    }
    const markup = `<span foreground="${colour}">${escapeHtml(wholeWords(text))}</span>`
    return sharp({ text: { ...options, text: markup, wrap: 'word-char' } })
      .png()
      .toBuffer({ resolveWithObject: true })
  }
  const shown = cut(drawable(title), LONGEST_TITLE) || siteName
  const size = TITLE_SIZES.find(([most]) => [...shown].length <= most)?.[1] ?? 46
  const where = cut(drawable(place), LONGEST_PLACE)
  const heading = await write(shown, size, COLOURS.ink)
  const below = [
    ...(where === '' ? [] : [await write(where, 32, COLOURS.quiet)]),
    ...(note === '' ? [] : [await write(drawable(note), 36, COLOURS.ink)]),
  ]
  const name = await write(drawable(siteName) || 'matnanum', NAME_SIZE, COLOURS.accent)
  const height = below.reduce((sum, { info }) => sum + info.height + GAP, heading.info.height)
  const top = Math.max(MARGIN, Math.round((SHARE_SIZE.height - MARGIN - NAME_SIZE - height) / 2))
  const loadWeeklyTop = (index: number) =>
    below.slice(0, index).reduce((sum, { info }) => sum + info.height + GAP, top + heading.info.height + GAP)
  const parts: OverlayOptions[] = [
    { input: heading.data, left: MARGIN, top },
    ...below.map(({ data }, index) => ({ input: data, left: MARGIN, top: loadWeeklyTop(index) })),
    { input: name.data, left: MARGIN, top: SHARE_SIZE.height - MARGIN - name.info.height },
    ...(await Promise.all(photos.map((photo, index) => placed(sharp(photo), boxOf(index, photos.length))))),
    ...(photos.length > 0 ? [] : await drawTiles(sharp, tiles.map(shortTile), { boxOf, write })),
  ]
  const paper = sharp({ create: { ...SHARE_SIZE, channels: 3, background: COLOURS.paper } })
  return paper.composite(parts).jpeg({ quality: 82 }).toBuffer()
}

/**
 * Position of a photo or tile in the right half: one fills it, two are one above the other, of three the first is wide, four
 * are squares.
 */
function boxOf(index: number, count: number): Box {
  const isWide = count < 3 || (count === 3 && index === 0)
  const cell = count === 3 && index > 0 ? index + 1 : isWide ? index * 2 : index
  const width = isWide ? PHOTO_WIDTH : PHOTO_WIDTH / 2
  const height = count === 1 ? SHARE_SIZE.height : SHARE_SIZE.height / 2
  return {
    left: SHARE_SIZE.width - PHOTO_WIDTH + (cell % 2) * width,
    top: Math.floor(cell / 2) * height,
    width,
    height,
  }
}

async function placed(photo: Sharp, { left, top, width, height }: Box): Promise<OverlayOptions> {
  return { input: await photo.resize({ width, height, fit: 'cover' }).toBuffer(), left, top }
}

const LONGEST_NAME = 14

/** Cuts the name to two lines of a square. */
function shortTile({ name, kind }: Tile): Tile {
  return { name: cut(drawable(name), LONGEST_NAME) || foodKinds[kind], kind }
}

/** Pango may break a line between any two syllables, but not at a word joiner. */
function wholeWords(text: string): string {
  return text.replace(/[가-힣](?=\S)/g, '$&\u2060')
}

/** Removes characters without a glyph, such as emojis, which would be drawn as boxes. */
function drawable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\u0020-\u007e가-힣ㄱ-ㅎㅏ-ㅣ·×‘’“”…–—→°₩㎡]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function cut(text: string, most: number): string {
  const short = cutCharacters(text, most)
  return short === text ? text : `${short.trimEnd()}…`
}
