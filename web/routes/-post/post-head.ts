import type { Site } from '#contract/page-context.ts'
import { errorMessages, failures } from '#rules/errors.ts'
import { openingHours } from '#rules/opening-hours.ts'
import { authorPath, postPath } from '#rules/paths.ts'
import { cutCharacters } from '#rules/text.ts'
import { isOffline } from '../../failures.ts'
import type { Post } from '../../posts/queries/post-query.ts'
import { shareTags, structuredTag } from '../-share-tags.ts'

const DESCRIPTION = 120

/** Title, share tags and structured data of a post; only a title if it does not exist or could not be loaded. */
export function postHead(site: Site, post: Post | undefined, error: unknown) {
  if (!post) {
    const sentence = isOffline(error) ? failures.offline : errorMessages.NOT_FOUND
    return { meta: [{ title: `${sentence} | ${site.name}` }, { name: 'robots', content: 'noindex' }] }
  }
  const url = site.origin + postPath(post.id)
  const text = post.contents.replace(/\s+/g, ' ')
  const cut = cutCharacters(text, DESCRIPTION)
  const description = cut === text ? text : `${cut}…`
  return {
    meta: [
      ...shareTags(site, { title: post.title, description, url, type: 'article', drawn: post.share_image }),
      { property: 'article:published_time', content: post.createdAt },
      structuredTag(structuredData(site, post, url, description)),
    ],
    links: [{ rel: 'canonical', href: url }],
  }
}

/** The restaurant with this post as its review (schema.org). */
function structuredData(site: Site, post: Post, url: string, description: string) {
  const { address, images, lat, lng, place_name, start_time, end_time, closed_on } = post
  return {
    '@type': 'Restaurant',
    name: place_name ?? post.title,
    url,
    ...(images.length > 0 && { image: images.map((photo) => new URL(photo.url, site.origin).href) }),
    ...(address && { address: { '@type': 'PostalAddress', addressCountry: 'KR', streetAddress: address } }),
    ...(lat !== null && lng !== null && { geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lng } }),
    ...(start_time && end_time && { openingHours: openingHours(start_time, end_time, closed_on) }),
    review: {
      '@type': 'Review',
      name: post.title,
      author: { '@type': 'Person', name: post.username, url: site.origin + authorPath(post.user_id) },
      datePublished: post.createdAt,
      reviewBody: description,
    },
  }
}
