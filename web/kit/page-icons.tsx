import { iconShapes } from './icon-shapes.gen.ts'

export type PageIconName = keyof typeof iconShapes | 'logo'

export function PageIcon({ name, className = 'icon' }: { name: PageIconName; className?: string }) {
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`#${name}`} />
    </svg>
  )
}

const logo =
  '<path fill="var(--accent)" d="M20 2c8.2 0 13 1.1 15.4 3.6C37.9 8 39 12.2 39 20s-1.1 12-3.6 14.4C33 36.9 28.2 38 20 38s-13-1.1-15.4-3.6C2.1 32 1 27.8 1 20S2.1 8 4.6 5.6C7 3.1 11.8 2 20 2Z"/><g fill="#fff"><circle cx="13.6" cy="12.6" r="3.4"/><circle cx="26.4" cy="12.6" r="3.4"/><path d="M8.4 18.8h9.8a.9.9 0 0 1 .9.9v10.3a.9.9 0 0 1-1 .9A11.3 11.3 0 0 1 7.5 19.8a.9.9 0 0 1 .9-1Z"/><path d="M31.6 18.8h-9.8a.9.9 0 0 0-.9.9v10.3a.9.9 0 0 0 1 .9A11.3 11.3 0 0 0 32.5 19.8a.9.9 0 0 0-.9-1Z"/></g>'

/** Only the server has the shapes; the browser finds them in the page. */
const symbols = {
  __html: import.meta.env.SSR
    ? Object.entries(iconShapes)
        .map(([name, shapes]) => `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>`)
        .concat(`<symbol id="logo" viewBox="0 0 40 40">${logo}</symbol>`)
        .join('')
    : (document.querySelector('.page-icons')?.innerHTML ?? ''),
}

export function PageIcons() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: from a package, at build time
  return <svg className="page-icons" aria-hidden="true" dangerouslySetInnerHTML={symbols} />
}
