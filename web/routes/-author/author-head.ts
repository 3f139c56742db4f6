import type { Site } from '#contract/page-context.ts'
import { failures } from '#rules/errors.ts'
import { authorPath, FEED } from '#rules/paths.ts'
import { peopleMessages } from '#rules/people.ts'
import type { Author } from '../../authors/people.ts'
import { isOffline } from '../../failures.ts'
import { feedLink, shareTags, structuredTag } from '../-share-tags.ts'

/** Title, share tags and structured data of an author; only a title if there is none or they could not be loaded. */
export function authorHead(site: Site, author: Author | undefined, page: number | undefined, error: unknown) {
  if (!author) {
    const sentence = isOffline(error) ? failures.offline : peopleMessages.unknown
    return { meta: [{ title: `${sentence} | ${site.name}` }, { name: 'robots', content: 'noindex' }] }
  }
  const { username: title, about, posts, likesReceived } = author
  const url = site.origin + authorPath(author.handle)
  const numbers = `글 ${posts.toLocaleString('ko-KR')}개 · 받은 좋아요 ${likesReceived.toLocaleString('ko-KR')}개`
  const description = about ? `${about} · ${numbers}` : numbers
  return {
    meta: [
      ...shareTags(site, { title, description, url, type: 'website' }),
      ...(page || posts === 0 ? [{ name: 'robots', content: 'noindex' }] : []),
      structuredTag(structuredData(site, author, url)),
    ],
    links: [{ rel: 'canonical', href: url }, feedLink(authorPath(author.handle) + FEED)],
  }
}

/** The page of a person (schema.org). */
function structuredData(site: Site, { username, about, image, since, followers, posts }: Author, url: string) {
  const count = (type: string, number: number) => ({
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${type}`,
    userInteractionCount: number,
  })
  return {
    '@type': 'ProfilePage',
    url,
    dateCreated: since,
    mainEntity: {
      '@type': 'Person',
      name: username,
      ...(about && { description: about }),
      ...(image && { image: new URL(image, site.origin).href }),
      interactionStatistic: count('FollowAction', followers),
      agentInteractionStatistic: count('WriteAction', posts),
    },
  }
}
