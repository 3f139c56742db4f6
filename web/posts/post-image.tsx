import { imageSrcSet, VARIANT_WIDTHS } from '#rules/images.ts'
import { useBrokenImage } from '../kit/use-broken-image.ts'
import { FallbackPicture } from './fallback-picture.tsx'

type Pictured = {
  image: string | null
  image_info: { width: number; height: number; placeholder: string } | null
}

type PostImageProps = {
  post: Pictured
  /** Empty if the title is beside it. */
  alt?: string
  /** The `sizes` attribute. */
  sizes: string
  /** Visible at first: loaded eagerly with high priority. */
  eager?: boolean
  /** Shows the fallback as a square. */
  square?: boolean
  /** Adds the picture itself to the sources if it is narrower than the largest variant. */
  large?: boolean
}

/** The photo of a post, with its placeholder until it has loaded, or the drawn table if there is none. */
export function PostImage({ post, alt = '', sizes, eager = false, square = false, large = false }: PostImageProps) {
  const { image, image_info } = post
  const { isBroken, imageProps } = useBrokenImage(image)
  if (!image || isBroken) return <FallbackPicture square={square} />
  return (
    <img
      {...imageProps}
      src={image}
      srcSet={image_info ? srcSetOf(image, image_info.width, large) : undefined}
      sizes={sizes}
      width={image_info?.width}
      height={image_info?.height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      style={image_info ? { backgroundImage: `url("${image_info.placeholder}")` } : undefined}
    />
  )
}

function srcSetOf(image: string, width: number, large: boolean): string | undefined {
  const variants = imageSrcSet(image, width)
  const isBetweenVariants = width < Math.max(...VARIANT_WIDTHS)
  return variants && large && isBetweenVariants ? `${variants}, ${image} ${width}w` : variants
}
