import type { FoodKind } from '#rules/food-kinds.ts'
import { imageSrcSet } from '#rules/images.ts'
import { postPath } from '#rules/paths.ts'
import { useBrokenImage } from '../../kit/avatar.tsx'
import drawings from '../../pictures/dishes.svg'

/** The names of drawings of web/pictures/dishes.svg, by the kind of food that they suit. */
const suited: Readonly<Record<FoodKind, readonly string[]>> = {
  korean: ['rice', 'stew', 'noodles', 'dumplings'],
  chinese: ['noodles', 'dumplings', 'rice', 'stew'],
  japanese: ['noodles', 'fish', 'rice', 'dumplings'],
  western: ['pizza', 'steak', 'noodles', 'bread'],
  snack: ['dumplings', 'noodles', 'rice', 'stew'],
  grill: ['grill', 'steak', 'stew', 'rice'],
  seafood: ['fish', 'stew', 'grill', 'rice'],
  cafe: ['coffee', 'cake', 'bread', 'glass'],
  bar: ['glass', 'fish', 'grill', 'pizza'],
  other: ['bread', 'pizza', 'rice', 'noodles'],
}
export const drawingNames = [...new Set(Object.values(suited).flat())]

type Named = { id?: string; kind?: FoodKind | null }
type Drawn = Named & { image: string | null }

/** Name of the drawing for a post without a photo, by the post's kind and id. */
export function drawingOf(post: Named): string {
  return choicesFor(post)[0] ?? ''
}

const COLUMNS = 3

/** Names of the drawings for a list of posts, '' for those with a photo: never the same beside or below each other. */
export function drawingsOf(posts: readonly Drawn[]): string[] {
  const drawn: string[] = []
  for (const post of posts) {
    const near = drawn.slice(-COLUMNS)
    drawn.push(post.image ? '' : (choicesFor(post).find((dish) => !near.includes(dish)) ?? ''))
  }
  return drawn
}

function choicesFor({ id, kind }: Named): string[] {
  const all = kind ? suited[kind] : drawingNames
  const first = Number(id) % all.length || 0
  return [...all.slice(first), ...all.slice(0, first)]
}

type Pictured = {
  id?: string
  kind?: FoodKind | null
  image: string | null
  image_info: { width: number; height: number; placeholder: string } | null
}

type PostImageProps = {
  post: Pictured
  alt?: string
  sizes: string
  eager?: boolean
  /** Name of the drawing that a list shows without a photo (`drawingsOf`). */
  dish?: string | undefined
  large?: boolean
  /** URL of a file that shows the photo until its own has loaded. */
  meanwhile?: string | undefined
}

export function PostImage({ post, alt = '', sizes, eager = false, dish, large = false, meanwhile }: PostImageProps) {
  const { image, image_info } = post
  const { isBroken, imageProps } = useBrokenImage(image)
  if (!image || isBroken) return <DishDrawing name={dish || drawingOf(post)} />
  return (
    <img
      {...imageProps}
      src={image}
      srcSet={image_info ? imageSrcSet(image, image_info.width, large) : undefined}
      sizes={sizes}
      width={image_info?.width}
      height={image_info?.height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      style={backgroundOf([meanwhile, image_info?.placeholder])}
    />
  )
}

export function DishDrawing({ name }: { name: string }) {
  return (
    <svg className="no-photo" aria-hidden="true">
      <use href={`${drawings}#${name}`} />
    </svg>
  )
}

/** Layers the files as backgrounds, the first on top, so that the browser shows the first that has loaded. */
function backgroundOf(files: readonly (string | undefined)[]) {
  const images = files.filter((file) => file !== undefined).map((file) => `url("${file}")`)
  return images.length > 0 ? { backgroundImage: images.join(', ') } : undefined
}

type ShownPhoto = { id: string; file: string; ratio: number }

let last: ShownPhoto | undefined

/**
 * The file in which a card shows, or last showed, a post's photo, and its width divided by its height; undefined without
 * one. In the browser only.
 */
export function shownPhoto(id: string): ShownPhoto | undefined {
  const photo = document.querySelector<HTMLImageElement>(`a[href="${postPath(id)}"] img`)
  if (photo?.complete && photo.naturalWidth > 0) {
    last = { id, file: photo.currentSrc, ratio: photo.naturalWidth / photo.naturalHeight }
  }
  return last?.id === id ? last : undefined
}
