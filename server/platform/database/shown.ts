// Names of what a response shows, by which a change drops it from the shared caches (`http/shared-cache.ts`). A number is a
// post.

/** Every list that any new, edited or removed post or collection may be in. */
export const ANY_LIST = '*'

/** Every order by likes that is not of one author or place. */
export const ANY_LIKES = 'by likes'

/** Rankings that are made anew each hour. */
export const RANKINGS = 'rankings'

const AUTHOR_MARK = '@'
const PLACE_MARK = '&'

/** An author's follow counts, and the button that follows them. */
export function shownAuthor(handle: string): string {
  return AUTHOR_MARK + handle
}

/** A place whose marks the reader's state tells. */
export function shownPlace(id: string): string {
  return PLACE_MARK + id
}

export function shownCollection(id: string): string {
  return `#${id}`
}

/** Lists, counts and received likes of an author's posts. */
export function writtenBy(handle: string): string {
  return `by ${handle}`
}

/** Posts and counts of an area. */
export function listedIn(areaId: number): string {
  return `in ${areaId}`
}

/** Posts of a place with their likes and comments. */
export function postsAt(placeId: string | number): string {
  return `venue ${placeId}`
}

/** How many people were at a place. */
export function beenTo(placeId: string | number): string {
  return `been ${placeId}`
}

const POST = /^\d+$/

/** The ids of posts among what a response shows. */
export function postsOf(shown: ReadonlySet<string>): string[] {
  return [...shown].filter((name) => POST.test(name))
}

/** The handles of authors among what a response shows. */
export function authorsOf(shown: ReadonlySet<string>): string[] {
  return namesWith(AUTHOR_MARK, shown)
}

/** The ids of places among what a response shows. */
export function placesOf(shown: ReadonlySet<string>): string[] {
  return namesWith(PLACE_MARK, shown)
}

function namesWith(mark: string, shown: ReadonlySet<string>): string[] {
  return [...shown].flatMap((name) => (name.startsWith(mark) ? [name.slice(mark.length)] : []))
}

/** Milliseconds for which a response is kept that cannot say all it shows. */
const UNNAMED_MS = 30_000

/** Names of what a response shows, and until when it is right if nothing of that changes. */
export class Shown extends Set<string> {
  /** Milliseconds since 1970. */
  until: number = Number.POSITIVE_INFINITY

  keepUntil(instant: number): void {
    this.until = Math.min(this.until, instant)
  }

  /** For a response that cannot say all it shows: any new post may belong to it, and other changes are found soon. */
  addUnnamed(): void {
    this.add(ANY_LIST)
    this.keepUntil(Date.now() + UNNAMED_MS)
  }
}
