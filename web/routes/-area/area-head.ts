import type { Site } from '#contract/page-context.ts'
import { failures } from '#rules/errors.ts'
import { areaPath, FEED } from '#rules/paths.ts'
import { placeMessages } from '#rules/places.ts'
import { isOffline } from '../../failures.ts'
import type { Area } from '../../places/area-query.ts'
import { hasFacts, type ListSearch } from '../../posts/lists/list-search.ts'
import { feedLink, shareTags, structuredTag } from '../-share-tags.ts'

/** Number of parts named in the description. */
const NAMED_PARTS = 5

/** Title, share tags, breadcrumbs of an area; only a title if there is none or it could not be loaded. */
export function areaHead(site: Site, area: Area | undefined, search: ListSearch, error: unknown) {
  if (!area) {
    const sentence = isOffline(error) ? failures.offline : placeMessages.unknownArea
    return { meta: [{ title: `${sentence} | ${site.name}` }, { name: 'robots', content: 'noindex' }] }
  }
  const url = site.origin + areaPath(area.path)
  const title = `${fullName(area)} 맛집`
  const isThin = area.count === 0 || search.page !== undefined || hasFacts(search)
  return {
    meta: [
      ...shareTags(site, { title, description: descriptionOf(area), url, type: 'website', drawn: area.share_image }),
      ...(isThin ? [{ name: 'robots', content: 'noindex' }] : []),
      structuredTag(breadcrumbs(site, area)),
    ],
    links: [{ rel: 'canonical', href: url }, feedLink((area.path === '' ? '' : areaPath(area.path)) + FEED)],
  }
}

/** '서울 마포구 망원동'. */
function fullName({ around, name }: Area): string {
  return [...around, { name }].map((area) => area.name).join(' ')
}

function descriptionOf(area: Area): string {
  const parts = area.parts.filter(({ count }) => count > 0).slice(0, NAMED_PARTS)
  const among = parts.length > 0 ? ` ${parts.map(({ name }) => name).join(', ')}에서 찾아보세요.` : ''
  return `이웃이 다녀와서 나눈 ${fullName(area)} 맛집 글 ${area.count.toLocaleString('ko-KR')}개를 모았어요.${among}`
}

function breadcrumbs(site: Site, { around, name, path }: Area) {
  const country = path === '' ? [] : [{ name: '전국', path: '' }]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [...country, ...around, { name, path }].map((area, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: area.name,
      item: site.origin + areaPath(area.path),
    })),
  }
}
