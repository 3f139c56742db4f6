import { UserRound } from 'lucide-react'
import { variantUrl } from '#rules/images.ts'
import { useBrokenImage } from '../kit/use-broken-image.ts'

type AvatarProps = {
  name: string
  /** Address of the picture, or null. */
  image: string | null | undefined
  /** 32, 40, 80 or 88 pixels. */
  size?: 's' | 'm' | 'l' | 'xl'
  /** What stands there without a picture, or one that fails: the name's first letter, or a person. */
  fallback?: 'letter' | 'icon'
}

const graphemes = new Intl.Segmenter('ko')

/** A person's picture. It is decoration: the name always stands beside it or in the label of what holds it. */
export function Avatar({ name, image, size = 'm', fallback = 'letter' }: AvatarProps) {
  const { isBroken, told } = useBrokenImage(image)
  return (
    <span
      className={`avatar avatar-${size}`}
      style={{ '--hue': hueOf(name) } as React.CSSProperties}
      aria-hidden="true"
    >
      {fallback === 'letter' ? firstLetter(name) : <UserRound className="icon" />}
      {image && !isBroken && (
        <img {...told} src={variantUrl(image, 320) ?? image} alt="" loading="lazy" decoding="async" />
      )}
    </span>
  )
}

function firstLetter(name: string): string {
  const [first] = graphemes.segment(name)
  return first?.segment.toUpperCase() ?? ''
}

/** One of 36 hues, always the same one for a name. */
function hueOf(name: string): number {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) | 0
  return (Math.abs(hash) % 36) * 10
}
