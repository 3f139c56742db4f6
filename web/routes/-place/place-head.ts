import type { Site } from '#contract/page-context.ts'
import { failures } from '#rules/errors.ts'
import { foodKinds, priceRanges } from '#rules/food-kinds.ts'
import { openingHours } from '#rules/opening-hours.ts'
import { placePath } from '#rules/paths.ts'
import { placeMessages } from '#rules/places.ts'
import { isOffline } from '../../failures.ts'
import type { Place } from '../../places/place-query.ts'
import { shareTags, structuredTag } from '../-share-tags.ts'

/** `isPart`: of the place's posts. Title, share tags and structured data of a place; only a title if there is none or it could not be loaded. */
export function placeHead(site: Site, place: Place | undefined, isPart: boolean, error: unknown) {
  if (!place) {
    const sentence = isOffline(error) ? failures.offline : placeMessages.unknown
    return { meta: [{ title: `${sentence} | ${site.name}` }, { name: 'robots', content: 'noindex' }] }
  }
  const url = site.origin + placePath(place.id)
  const [photo] = place.photos
  const description = descriptionOf(place)
  return {
    meta: [
      ...shareTags(site, { title: place.name, description, url, type: 'website', photo }),
      ...(isPart ? [{ name: 'robots', content: 'noindex' }] : []),
      structuredTag(structuredData(site, place, url, description)),
    ],
    links: [{ rel: 'canonical', href: url }],
  }
}

function descriptionOf({ name, address, count, like }: Place): string {
  const where = address ? ` · ${address}` : ''
  return `${name}${where} · 이웃이 쓴 글 ${count.toLocaleString('ko-KR')}개, 좋아요 ${like.toLocaleString('ko-KR')}개`
}

/** The restaurant with the likes of its posts (schema.org). */
function structuredData(site: Site, place: Place, url: string, description: string) {
  const { name, address, lat, lng, start_time, end_time, closed_on, like, photos, kinds, price } = place
  return {
    '@type': 'Restaurant',
    name,
    url,
    description,
    ...(photos.length > 0 && { image: photos.map(({ image }) => new URL(image, site.origin).href) }),
    ...(address && { address: { '@type': 'PostalAddress', addressCountry: 'KR', streetAddress: address } }),
    ...(lat !== null && lng !== null && { geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lng } }),
    ...(kinds.length > 0 && { servesCuisine: kinds.map(({ kind }) => foodKinds[kind]) }),
    ...(price && { priceRange: priceRanges[price] }),
    ...(start_time && end_time && { openingHours: openingHours(start_time, end_time, closed_on) }),
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/LikeAction',
      userInteractionCount: like,
    },
  }
}
