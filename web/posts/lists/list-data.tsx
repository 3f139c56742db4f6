import { postPath } from '#rules/paths.ts'
import { usePageInfo } from '../../page-info.ts'

type Listed = readonly Readonly<{ id: string }>[]

function Written({ posts }: { posts: Listed }) {
  const { site } = usePageInfo()
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped JSON
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: listJson(site.origin, posts) }} />
}

/** Always the same object: for another one, React would replace what the server has written. */
const unchanged = { __html: '' }

function Left(_: { posts: Listed }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: empty
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={unchanged} />
}

/** The list as structured data for search engines: the server writes it, the browser leaves it as it is. */
export const ListData = import.meta.env.SSR ? Written : Left

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
