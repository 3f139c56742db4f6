import type { ComponentType } from 'react'

type IconProps = {
  className?: string
}

export type Icon = ComponentType<IconProps>

/** Makes a component that draws SVG shapes. Screen readers pass over it: a text beside it says the same. */
export function createIcon(shapes: string): Icon {
  const html = { __html: shapes }
  return ({ className = 'icon' }) => (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: from a package (scripts/generate/icons.ts)
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className} dangerouslySetInnerHTML={html} />
  )
}
