import { useCallback, useState } from 'react'
import { hueOf } from '#rules/hue.ts'
import { webpUrl } from '#rules/images.ts'
import { once } from '#rules/once.ts'
import { PageIcon } from './page-icons.tsx'

type AvatarProps = {
  name: string
  image: string | null | undefined
  /** Hue of the background in degrees; by default computed from the name. */
  hue?: number
  size?: 's' | 'm' | 'l'
  /** Shown without a picture or if it fails to load: the name's first letter, or an icon. */
  fallback?: 'letter' | 'icon'
}

/** Browsers without `Segmenter` take the first code point of a name. */
const graphemes = once(() => ('Segmenter' in Intl ? new Intl.Segmenter('ko') : null))

export function Avatar({ name, image, hue = hueOf(name), size = 'm', fallback = 'letter' }: AvatarProps) {
  const { isBroken, imageProps } = useBrokenImage(image)
  return (
    <span className={`avatar avatar-${size}`} style={{ '--hue': hue } as React.CSSProperties} aria-hidden="true">
      {fallback === 'letter' ? firstLetter(name) : <PageIcon name="user-round" />}
      {image && !isBroken && <img {...imageProps} src={webpUrl(image, 320) ?? image} alt="" loading="lazy" />}
    </span>
  )
}

function firstLetter(name: string): string {
  const [first = ''] = name
  const [grapheme] = graphemes()?.segment(name) ?? []
  return (grapheme?.segment ?? first).toUpperCase()
}

/** Whether the picture failed to load, perhaps before hydration, and the props of its `<img>` that detect it. */
export function useBrokenImage(url: string | null | undefined) {
  const [broken, setBroken] = useState<string | null>()
  const onError = useCallback(() => setBroken(url), [url])
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0) onError()
    },
    [onError],
  )
  return { isBroken: Boolean(url) && broken === url, imageProps: { ref, onError } }
}
