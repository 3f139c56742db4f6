import type { ComponentType } from 'react'

type IconProps = {
  /** `icon` and, for another size than 20 px, `icon-s` or `icon-l` (kit.css). */
  className?: string
}

export type Icon = ComponentType<IconProps>

/**
 * A drawing of 24 by 24 units in the colour of the text, hidden from screen readers, because a text beside it has the
 * same meaning.
 * Icons are imported by their names at Lucide, `import Heart from 'virtual:icon/heart'` (scripts/build/icons.ts).
 *
 * @param shapes the elements within its `<svg>`
 */
export function createIcon(shapes: string): Icon {
  const html = { __html: shapes }
  return ({ className = 'icon' }) => (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: from a package, at build time
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className} dangerouslySetInnerHTML={html} />
  )
}
