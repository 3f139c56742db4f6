import { DAY_MS } from '#rules/dates.ts'
import { TIME_STEP_SECONDS } from '#rules/hours.ts'
import { openPostSite, type Person } from './post-site.ts'
import { unlimited } from './unlimited.ts'

type Visibility = 'private' | 'link' | 'public'

/** A site for tests of plans, with what members do there. */
export async function openPlanSite() {
  const site = await openPostSite({ env: unlimited })
  const as = (person: Person) => site.api.as(person)
  const page = (person: Person, id: string) => as(person).getCollection({ id })
  return {
    site,
    as,
    page,
    heart: (person: Person, id: string, post: string, on = true) => as(person).setHeart({ id, post, on }),
    heartsOf: async (person: Person, id: string) => (await page(person, id)).entries.map(({ hearts }) => hearts),
    /** A collection of the owner with so many places. */
    plan: async (owner: Person, count = 2, visibility: Visibility = 'link', author = owner) => {
      const { id } = await as(owner).addCollection({ name: '토요일 저녁', visibility })
      const posts: string[] = []
      for (let n = 0; n < count; n++) {
        const post = await site.post({ author, title: `식당 ${n}` })
        await as(owner).putInCollection({ id, post })
        posts.push(post)
      }
      return { id, posts, first: posts[0] ?? '' }
    },
  }
}

/** A time that a plan can have, in a day, as ISO 8601. */
export function tomorrow(): string {
  const instant = Date.now() + DAY_MS
  return new Date(instant - (instant % (TIME_STEP_SECONDS * 1000))).toISOString()
}
