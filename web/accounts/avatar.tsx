import UserRound from 'virtual:icon/user-round'
import { variantUrl } from '#rules/images.ts'
import { useBrokenImage } from '../kit/use-broken-image.ts'

type AvatarProps = {
  name: string
  /** Address of the picture, or null. */
  image: string | null | undefined
  /** 32, 40, 80 or 88 pixels. */
  size?: 's' | 'm' | 'l' | 'xl'
  /** Shown without a picture or if it fails to load: the name's first letter, or an icon. */
  fallback?: 'letter' | 'icon'
}

const graphemes = new Intl.Segmenter('ko')

/** A person's picture. It is decorative: the name is always beside it or in the label of its container. */
export function Avatar({ name, image, size = 'm', fallback = 'letter' }: AvatarProps) {
  const { isBroken, imageProps } = useBrokenImage(image)
  return (
    <span
      className={`avatar avatar-${size}`}
      style={{ '--hue': hueOf(name) } as React.CSSProperties}
      aria-hidden="true"
    >
      {fallback === 'letter' ? firstLetter(name) : <UserRound className="icon" />}
      {image && !isBroken && (
        <img {...imageProps} src={variantUrl(image, 320) ?? image} alt="" loading="lazy" decoding="async" />
      )}
    </span>
  )
}

function firstLetter(name: string): string {
  const [first] = graphemes.segment(name)
  return first?.segment.toUpperCase() ?? ''
}

/** One of 36 hues, derived from the name. */
function hueOf(name: string): number {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) | 0
  return (Math.abs(hash) % 36) * 10
}
