import { imageSrcSet, VARIANT_WIDTHS } from '#rules/images.ts'
import { useBrokenImage } from '../kit/use-broken-image.ts'
import { FallbackPicture } from './fallback-picture.tsx'

type Pictured = {
  image: string | null
  image_info: { width: number; height: number; placeholder: string } | null
}

type PostImageProps = {
  post: Pictured
  /** Empty where the title stands beside it. */
  alt?: string
  /** The `sizes` of the picture in this place. */
  sizes: string
  /** In the first view: fetched at once and first. */
  eager?: boolean
  /** Shows the fallback as a square. */
  square?: boolean
  /** Wide enough for the picture itself where its variants end below that. */
  large?: boolean
}

/** The photo of a post in the colours of its placeholder until it is there; where none can be had, the drawn table. */
export function PostImage({ post, alt = '', sizes, eager = false, square = false, large = false }: PostImageProps) {
  const { image, image_info } = post
  const { isBroken, told } = useBrokenImage(image)
  if (!image || isBroken) return <FallbackPicture square={square} />
  return (
    <img
      {...told}
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
