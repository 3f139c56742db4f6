import type { Site } from '#contract/page-context.ts'
import { collectionPath, postPath } from '#rules/paths.ts'
import type { CollectionPage } from '../../posts/collections/collection-queries.ts'
import { shareTags, structuredTag } from '../-share-tags.ts'

/** Title and share tags of a collection; only a public one is for search engines. */
export function collectionHead(site: Site, page: CollectionPage | undefined) {
  if (!page) return { meta: [{ title: `모음 | ${site.name}` }, { name: 'robots', content: 'noindex' }] }
  const { name, about, count, owner, visibility } = page.collection
  const url = site.origin + collectionPath(page.collection.id)
  const description = about || `${owner.username} 님이 모은 ${count}곳`
  const tags = shareTags(site, { title: name, description, url, type: 'website', drawn: page.collection.share_image })
  if (visibility !== 'public') return { meta: [...tags, { name: 'robots', content: 'noindex' }] }
  return { meta: [...tags, structuredTag(itemList(site, page, url))], links: [{ rel: 'canonical', href: url }] }
}

/** The places in their order (schema.org). */
function itemList(site: Site, { collection, entries }: CollectionPage, url: string) {
  const items = entries.map(({ title, post }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title,
    ...(post && { url: site.origin + postPath(post.id) }),
  }))
  return {
    '@type': 'ItemList',
    name: collection.name,
    url,
    numberOfItems: collection.count,
    itemListElement: items,
  }
}
