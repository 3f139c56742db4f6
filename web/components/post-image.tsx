import { imageSrcSet } from '#rules/images.ts'
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
  square?: boolean
}

/** The photo of a post in the colours of its placeholder until it is there; without one, the drawn table. */
export function PostImage({
  post: { image, image_info },
  alt = '',
  sizes,
  eager = false,
  square = false,
}: PostImageProps) {
  if (!image) return <FallbackPicture square={square} />
  return (
    <img
      src={image}
      srcSet={image_info ? imageSrcSet(image, image_info.width) : undefined}
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
