import arrowUp from 'virtual:icon-shapes/arrow-up'
import bell from 'virtual:icon-shapes/bell'
import bookmark from 'virtual:icon-shapes/bookmark'
import check from 'virtual:icon-shapes/check'
import chevronDown from 'virtual:icon-shapes/chevron-down'
import heart from 'virtual:icon-shapes/heart'
import house from 'virtual:icon-shapes/house'
import keyRound from 'virtual:icon-shapes/key-round'
import logIn from 'virtual:icon-shapes/log-in'
import logOut from 'virtual:icon-shapes/log-out'
import map from 'virtual:icon-shapes/map'
import mapPin from 'virtual:icon-shapes/map-pin'
import monitor from 'virtual:icon-shapes/monitor'
import moon from 'virtual:icon-shapes/moon'
import pencil from 'virtual:icon-shapes/pencil'
import rotateCw from 'virtual:icon-shapes/rotate-cw'
import search from 'virtual:icon-shapes/search'
import slidersHorizontal from 'virtual:icon-shapes/sliders-horizontal'
import squarePen from 'virtual:icon-shapes/square-pen'
import sun from 'virtual:icon-shapes/sun'
import trash from 'virtual:icon-shapes/trash-2'
import userRound from 'virtual:icon-shapes/user-round'
import x from 'virtual:icon-shapes/x'
import type { ComponentType } from 'react'

type IconProps = {
  /** `icon` and, for another size than 20 px, `icon-s` or `icon-l` (kit.css). */
  className?: string
}

export type Icon = ComponentType<IconProps>

/**
 * Makes `virtual:icon/heart` (scripts/build/virtual-modules.ts). Hidden from screen readers, because a text beside it says the
 * same.
 */
export function createIcon(shapes: string): Icon {
  const html = { __html: shapes }
  return ({ className = 'icon' }) => (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: from a package, at build time
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className} dangerouslySetInnerHTML={html} />
  )
}

const logo =
  '<path fill="var(--accent)" d="M20 2c8.2 0 13 1.1 15.4 3.6C37.9 8 39 12.2 39 20s-1.1 12-3.6 14.4C33 36.9 28.2 38 20 38s-13-1.1-15.4-3.6C2.1 32 1 27.8 1 20S2.1 8 4.6 5.6C7 3.1 11.8 2 20 2Z"/><g fill="#fff"><circle cx="13.6" cy="12.6" r="3.4"/><circle cx="26.4" cy="12.6" r="3.4"/><path d="M8.4 18.8h9.8a.9.9 0 0 1 .9.9v10.3a.9.9 0 0 1-1 .9A11.3 11.3 0 0 1 7.5 19.8a.9.9 0 0 1 .9-1Z"/><path d="M31.6 18.8h-9.8a.9.9 0 0 0-.9.9v10.3a.9.9 0 0 0 1 .9A11.3 11.3 0 0 0 32.5 19.8a.9.9 0 0 0-.9-1Z"/></g>'

/** The icons of the frame and of cards. */
const icons = {
  'arrow-up': arrowUp,
  bell,
  bookmark,
  check,
  'chevron-down': chevronDown,
  heart,
  house,
  'key-round': keyRound,
  'log-in': logIn,
  'log-out': logOut,
  logo,
  map,
  'map-pin': mapPin,
  monitor,
  moon,
  pencil,
  'rotate-cw': rotateCw,
  search,
  'sliders-horizontal': slidersHorizontal,
  'square-pen': squarePen,
  sun,
  trash,
  'user-round': userRound,
  x,
} as const

export type PageIconName = keyof typeof icons

/** An icon of the frame or of a card, as `virtual:icon/heart` draws it; its shapes are on the page once. */
export function PageIcon({ name, className = 'icon' }: { name: PageIconName; className?: string }) {
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`#${name}`} />
    </svg>
  )
}

/** Only the server has the shapes; the browser finds them in the page. */
const symbols = {
  __html: import.meta.env.SSR
    ? Object.entries(icons)
        .map(
          ([name, shapes]) =>
            `<symbol id="${name}" viewBox="${name === 'logo' ? '0 0 40 40' : '0 0 24 24'}">${shapes}</symbol>`,
        )
        .join('')
    : (document.querySelector('.page-icons')?.innerHTML ?? ''),
}

export function PageIcons() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: from a package, at build time
  return <svg className="page-icons" aria-hidden="true" dangerouslySetInnerHTML={symbols} />
}
