import type {
  BreadcrumbList,
  InteractionCounter,
  ItemList,
  ItemPage,
  OpeningHoursSpecification,
  ProfilePage,
  Restaurant,
} from 'schema-dts'
import type { Site } from '#contract/page-context.ts'
import { errorMessages, failures } from '#rules/errors.ts'
import { schemaOrgHours } from '#rules/fact-labels.ts'
import { foodKinds, priceRanges } from '#rules/food-kinds.ts'
import { areaPath, authorPath, collectionPath, FEED_PATH, placePath, postPath } from '#rules/paths.ts'
import { peopleMessages } from '#rules/people.ts'
import { placeMessages } from '#rules/places.ts'
import { cutCharacters, withoutReorderingMarks } from '#rules/text.ts'
import { hoursOfWeekday, type OpeningHours, type Weekday, weekdays } from '#rules/week.ts'
import { groupEqualDays } from '#rules/week-rule.ts'
import type { Author } from '../authors/people.ts'
import { isConnectionFailure } from '../failures.ts'
import type { Area } from '../places/areas.tsx'
import { agreedWeek } from '../places/hours/agreed-hours.ts'
import type { Place } from '../places/place-query.ts'
import type { CollectionPage } from '../posts/collections/collection-queries.ts'
import { hasFacts, type ListSearch } from '../posts/lists/list-search.ts'
import type { Post } from '../posts/queries/post-query.ts'

// Title, share tags and structured data (schema.org) of each screen that search engines and other sites show. An unknown
// property is undefined rather than left out, so that TypeScript checks it; JSON omits it.

const NO_INDEX = { name: 'robots', content: 'noindex' }

/** Head with only a title, for a page that does not exist or could not be loaded; without `error` the page is still loading. */
function missingHead(site: Site, unknown: string, error: unknown) {
  if (error === undefined) return { meta: [{ title: site.name }, NO_INDEX] }
  return { meta: [{ title: `${isConnectionFailure(error) ? failures.offline : unknown} | ${site.name}` }, NO_INDEX] }
}

const number = (count: number) => count.toLocaleString('ko-KR')

const MOST_DESCRIPTION_CHARACTERS = 120

export function postHead(site: Site, post: Post | undefined, error: unknown) {
  if (!post) return missingHead(site, errorMessages.NOT_FOUND, error)
  const { id, title, createdAt, images } = post
  const url = site.origin + postPath(id)
  const text = post.contents.replace(/\s+/g, ' ')
  const cut = cutCharacters(text, MOST_DESCRIPTION_CHARACTERS)
  const description = cut === text ? text : `${cut}…`
  // An `ItemPage` and not a `Review`, which would need a star rating.
  const page: ItemPage = {
    '@type': 'ItemPage',
    name: title,
    url,
    description,
    inLanguage: 'ko',
    datePublished: createdAt,
    author: { '@type': 'Person', name: post.username, url: site.origin + authorPath(post.user_id) },
    image: urlsOf(
      site,
      images.map((photo) => photo.url),
    )?.map((contentUrl) => ({ '@type': 'ImageObject', contentUrl })),
    mainEntity: restaurantOf({ ...post, name: post.place_name ?? title }, url),
  }
  return {
    meta: [
      ...shareTags(site, { title, description, url, type: 'article', drawn: post.share_image }),
      { property: 'article:published_time', content: createdAt },
      structuredTag(page),
    ],
    links: [{ rel: 'canonical', href: url }],
  }
}

/** @param isPart whether the page shows only some of the place's posts: a later page of the list, or filtered ones */
export function placeHead(site: Site, place: Place | undefined, isPart: boolean, error: unknown) {
  if (!place) return missingHead(site, placeMessages.unknown, error)
  const { name, address, count, like, photos, kinds, price, record } = place
  const url = site.origin + placePath(place.id)
  if (record) return shopHead(site, { ...place, record }, url)
  const where = address ? ` · ${address}` : ''
  const description = `${name}${where} · 이웃이 쓴 글 ${number(count)}개, 좋아요 ${number(like)}개`
  const restaurant: Restaurant = {
    ...restaurantOf({ ...place, ...agreedWeek(place) }, url),
    description,
    image: urlsOf(
      site,
      photos.map(({ image }) => image),
    ),
    servesCuisine: kinds.length > 0 ? kinds.map(({ kind }) => foodKinds[kind]) : undefined,
    priceRange: price ? priceRanges[price] : undefined,
    interactionStatistic: interactions('LikeAction', like),
  }
  return {
    meta: [
      ...shareTags(site, { title: name, description, url, type: 'website', photo: photos[0] }),
      ...(isPart ? [NO_INDEX] : []),
      structuredTag(restaurant),
    ],
    links: [{ rel: 'canonical', href: url }],
  }
}

/** Head of a shop without posts. Search engines may index it only if a member has kept the shop and it is not gone. */
function shopHead(site: Site, shop: Place & { record: NonNullable<Place['record']> }, url: string) {
  const { name, address, record } = shop
  const description = [name, address, '아직 글이 없어요'].filter((part) => part !== null).join(' · ')
  const meta = shareTags(site, { title: name, description, url, type: 'website' })
  if (!record.kept || record.gone) return { meta: [...meta, NO_INDEX] }
  const servesCuisine = record.kind ? [foodKinds[record.kind]] : undefined
  const restaurant: Restaurant = { ...restaurantOf(shop, url), servesCuisine }
  return { meta: [...meta, structuredTag(restaurant)], links: [{ rel: 'canonical', href: url }] }
}

type Described = Pick<Post, 'address' | 'lat' | 'lng' | 'start_time' | 'end_time' | 'closed_on'> &
  Partial<Pick<Post, 'week_hours' | 'telephone'>> & { name: string }

/** Structured data of a restaurant, for posts and places. */
function restaurantOf({ name, address, lat, lng, telephone, ...hours }: Described, url: string) {
  const { start_time, end_time, closed_on, week_hours } = hours
  return {
    '@type': 'Restaurant',
    name,
    url,
    telephone: telephone ? internationalTelephone(telephone) : undefined,
    address: address ? { '@type': 'PostalAddress', addressCountry: 'KR', streetAddress: address } : undefined,
    geo: lat !== null && lng !== null ? { '@type': 'GeoCoordinates', latitude: lat, longitude: lng } : undefined,
    openingHours:
      (!week_hours && start_time && end_time && schemaOrgHours(start_time, end_time, closed_on)) || undefined,
    openingHoursSpecification: week_hours ? openingTimes(hours) : undefined,
  } satisfies Restaurant
}

/** A telephone number as dialled from abroad: '+82-2-345-6789'. Nationwide numbers such as '1588-1234' stay as they are. */
function internationalTelephone(telephone: string): string {
  return telephone.replace(/^0/, '+82-')
}

/** Opening hours by day. schema.org has no break, so a day with one has two ranges. After midnight `closes` is before `opens`. */
function openingTimes(hours: OpeningHours): OpeningHoursSpecification[] | undefined {
  const week = groupEqualDays(
    weekdays.flatMap((day) => {
      const told = hours.closed_on.includes(day) ? null : hoursOfWeekday(hours, day)
      return told ? [{ ...told, last_order: null, days: [day] }] : []
    }),
  )
  return week?.flatMap(({ days, start_time, end_time, break_start, break_end }) => {
    // Equal times mean 24 hours here, but no time at all in schema.org.
    const [from, to] = start_time === end_time ? ['00:00', '23:59'] : [start_time, end_time]
    const breaks = break_start && break_end ? [break_start, break_end] : []
    const ends = [from, ...breaks, to]
    return ends.flatMap((opens, at) => {
      const closes = ends[at + 1]
      if (at % 2 === 1 || closes === undefined) return []
      const dayOfWeek = days.map((day) => dayNames[day])
      return [{ '@type': 'OpeningHoursSpecification' as const, dayOfWeek, opens, closes }]
    })
  })
}

const dayNames = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
} as const satisfies Record<Weekday, string>

function urlsOf(site: Site, images: readonly string[]): string[] | undefined {
  return images.length > 0 ? images.map((image) => new URL(image, site.origin).href) : undefined
}

function interactions(type: 'LikeAction' | 'FollowAction' | 'WriteAction', count: number): InteractionCounter {
  return { '@type': 'InteractionCounter', interactionType: { '@type': type }, userInteractionCount: count }
}

/** Maximum number of subareas that an area's description names. */
const NAMED_PARTS = 5

export function areaHead(site: Site, area: Area | undefined, search: ListSearch, error: unknown) {
  if (!area) return missingHead(site, placeMessages.unknownArea, error)
  const { path, count, around, name } = area
  const url = site.origin + areaPath(path)
  const fullName = [...around, area].map((one) => one.name).join(' ')
  const parts = area.parts.filter((part) => part.count > 0).slice(0, NAMED_PARTS)
  const among = parts.length > 0 ? ` ${parts.map((part) => part.name).join(', ')}에서 찾아보세요.` : ''
  const description = `이웃이 다녀와서 나눈 ${fullName} 맛집 글 ${number(count)}개를 모았어요.${among}`
  const isThin = count === 0 || search.page !== undefined || hasFacts(search)
  const country = path === '' ? [] : [{ name: '전국', path: '' }]
  const breadcrumbs: BreadcrumbList = {
    '@type': 'BreadcrumbList',
    itemListElement: [...country, ...around, { name, path }].map((one, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: one.name,
      item: site.origin + areaPath(one.path),
    })),
  }
  return {
    meta: [
      ...shareTags(site, { title: `${fullName} 맛집`, description, url, type: 'website', drawn: area.share_image }),
      ...(isThin ? [NO_INDEX] : []),
      structuredTag(breadcrumbs),
    ],
    links: [{ rel: 'canonical', href: url }, feedLink((path === '' ? '' : areaPath(path)) + FEED_PATH)],
  }
}

export function authorHead(site: Site, author: Author | undefined, page: number | undefined, error: unknown) {
  if (!author) return missingHead(site, peopleMessages.unknown, error)
  const { username: title, about, posts, likesReceived, image } = author
  const url = site.origin + authorPath(author.handle)
  const numbers = `글 ${number(posts)}개 · 받은 좋아요 ${number(likesReceived)}개`
  const profile: ProfilePage = {
    '@type': 'ProfilePage',
    url,
    dateCreated: author.since,
    mainEntity: {
      '@type': 'Person',
      name: title,
      description: about || undefined,
      image: image ? new URL(image, site.origin).href : undefined,
      interactionStatistic: interactions('FollowAction', author.followers),
      agentInteractionStatistic: interactions('WriteAction', posts),
    },
  }
  return {
    meta: [
      ...shareTags(site, { title, description: about ? `${about} · ${numbers}` : numbers, url, type: 'website' }),
      ...(page || posts === 0 ? [NO_INDEX] : []),
      structuredTag(profile),
    ],
    links: [{ rel: 'canonical', href: url }, feedLink(authorPath(author.handle) + FEED_PATH)],
  }
}

/** Head of a collection; search engines may index only a public one. */
export function collectionHead(site: Site, page: CollectionPage | undefined, error: unknown) {
  if (!page) return missingHead(site, '모음', error)
  const { name, about, count, owner, visibility } = page.collection
  const url = site.origin + collectionPath(page.collection.id)
  const description = about || `${owner.username} 님이 모은 ${count}곳`
  const tags = shareTags(site, { title: name, description, url, type: 'website', drawn: page.collection.share_image })
  if (visibility !== 'public') return { meta: [...tags, NO_INDEX] }
  const places: ItemList = {
    '@type': 'ItemList',
    name,
    url,
    numberOfItems: count,
    itemListElement: page.entries.map(({ title, post, shop }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      url: post ? site.origin + postPath(post) : shop ? site.origin + placePath(shop.id) : undefined,
    })),
  }
  return { meta: [...tags, structuredTag(places)], links: [{ rel: 'canonical', href: url }] }
}

export function searchHead(site: Site, keyword = '') {
  const title = keyword.trim() === '' ? '검색' : `${withoutReorderingMarks(keyword)} 검색 결과`
  return { meta: [{ title: `${title} | ${site.name}` }, NO_INDEX] }
}

type Picture = Readonly<{ image: string; image_info: { width: number; height: number } | null; title: string }>

type Shared = Readonly<{
  title: string
  description: string
  url: string
  type: 'article' | 'website'
  drawn?: string
  photo?: Picture | undefined
}>

type Tag = { title?: string; name?: string; property?: string; content?: string }

/** Structured data (schema.org). The router escapes it, so it cannot end the script. */
function structuredTag(data: Exclude<Restaurant | ItemPage | ItemList | BreadcrumbList | ProfilePage, string>): Tag {
  return { 'script:ld+json': { '@context': 'https://schema.org', ...data } } as Tag
}

function feedLink(href: string) {
  return { rel: 'alternate', type: 'application/atom+xml', href }
}

function shareTags(site: Site, { title, description, url, type, drawn, photo }: Shared): Tag[] {
  const full = `${title} | ${site.name}`
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: site.name },
    { property: 'og:locale', content: 'ko_KR' },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: drawn || photo ? 'summary_large_image' : 'summary' },
    ...(drawn ? drawnTags(site, drawn, title) : photo ? imageTags(site, photo) : []),
  ]
}

function drawnTags(site: Site, drawn: string, title: string): Tag[] {
  return [
    { property: 'og:image', content: site.origin + drawn },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
  ]
}

function imageTags(site: Site, { image, image_info, title }: Picture): Tag[] {
  const size = [
    { property: 'og:image:width', content: String(image_info?.width) },
    { property: 'og:image:height', content: String(image_info?.height) },
  ]
  return [
    { property: 'og:image', content: new URL(image, site.origin).href },
    { property: 'og:image:type', content: 'image/jpeg' },
    ...(image_info ? size : []),
    { property: 'og:image:alt', content: `${title} 사진` },
  ]
}
