import { postPath } from '#rules/paths.ts'
import { usePageInfo } from '../../page-info.ts'

type Listed = readonly Readonly<{ id: string }>[]

/** Always the same object: for another one, React would replace what the server has written. */
const unchanged = { __html: '' }

/** The list as structured data for search engines: the server writes it, React leaves it as it is. */
export function ListData({ posts }: { posts: Listed }) {
  const { site } = usePageInfo()
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped JSON
      dangerouslySetInnerHTML={import.meta.env.SSR ? { __html: listJson(site.origin, posts) } : unchanged}
    />
  )
}

/** An ItemList of links (schema.org) as JSON that may stand in a script. */
export function listJson(origin: string, posts: Listed): string {
  const itemListElement = posts.map(({ id }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    url: origin + postPath(id),
  }))
  const list = { '@context': 'https://schema.org', '@type': 'ItemList', itemListElement }
  return JSON.stringify(list).replaceAll('<', '\\u003c')
}
