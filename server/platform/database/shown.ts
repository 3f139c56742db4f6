// Functions and constants that make the names of what a response shows. A change drops the responses with one of its
// names from the shared caches (`http/shared-cache.ts`). A plain number is the name of a post.

/** Name of every list that a new, edited or removed post or collection may be in. */
export const ANY_LIST = '*'

/** Name of every list ordered by likes, unless it is of one author or place. */
export const ANY_LIKES = 'by likes'

/** Name of the rankings, which are made anew each hour. */
export const RANKINGS = 'rankings'

const AUTHOR_MARK = '@'
const PLACE_MARK = '&'

/** Name of an author's follow counts and follow button. */
export function shownAuthor(handle: string): string {
  return AUTHOR_MARK + handle
}

/** Name of a place whose marks by the reader are in the reader's state. */
export function shownPlace(id: string): string {
  return PLACE_MARK + id
}

export function shownCollection(id: string): string {
  return `#${id}`
}

/** Name of the lists, counts and received likes of an author's posts. */
export function shownPostsOfAuthor(handle: string): string {
  return `by ${handle}`
}

/** Name of the list of an author's public collections. */
export function shownCollectionsOf(handle: string): string {
  return `kept by ${handle}`
}

/** Name of the posts and counts of an area. */
export function shownPostsOfArea(areaId: number): string {
  return `in ${areaId}`
}

/** Name of the posts of a place, with their likes and comments. */
export function shownPostsOfPlace(placeId: string | number): string {
  return `venue ${placeId}`
}

/** Name of the number of people who were at a place. */
export function shownVisitorCount(placeId: string | number): string {
  return `been ${placeId}`
}

const POST = /^\d+$/

/** The ids of posts among what a response shows. */
export function postIdsIn(shown: ReadonlySet<string>): string[] {
  return [...shown].filter((name) => POST.test(name))
}

/** The handles of authors among what a response shows. */
export function authorHandlesIn(shown: ReadonlySet<string>): string[] {
  return namesWith(AUTHOR_MARK, shown)
}

/** The ids of places among what a response shows. */
export function placeIdsIn(shown: ReadonlySet<string>): string[] {
  return namesWith(PLACE_MARK, shown)
}

function namesWith(mark: string, shown: ReadonlySet<string>): string[] {
  return [...shown].flatMap((name) => (name.startsWith(mark) ? [name.slice(mark.length)] : []))
}

/** Milliseconds for which a response is kept that cannot name all it shows. */
const UNNAMED_MS = 30_000

/** Names of what a response shows, and the time until which it is right unless something of that changes. */
export class Shown extends Set<string> {
  /** Milliseconds since 1970. */
  until: number = Number.POSITIVE_INFINITY

  keepUntil(instant: number): void {
    this.until = Math.min(this.until, instant)
  }

  /** Marks a response that cannot name all it shows: any new post drops it, and it is kept for a short time only. */
  addUnnamed(): void {
    this.add(ANY_LIST)
    this.keepUntil(Date.now() + UNNAMED_MS)
  }
}
