// Names of the posts, places, authors and collections in a response. A change drops the cached responses that contain its names.

const AUTHOR_MARK = '@'
const COLLECTION_MARK = '#'
const PLACE_MARK = '&'

/** The ids of posts among what a response shows. */
export function postsOf(shown: ReadonlySet<string>): string[] {
  const marks = [AUTHOR_MARK, COLLECTION_MARK, PLACE_MARK]
  return [...shown].filter((name) => !marks.some((mark) => name.startsWith(mark)))
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

/** How an author is named among the posts of `context.shown`. */
export function shownAuthor(handle: string): string {
  return AUTHOR_MARK + handle
}

/** The same for a collection. */
export function shownCollection(id: string): string {
  return COLLECTION_MARK + id
}

/** The same for a place whose marks the reader's state tells. */
export function shownPlace(id: string): string {
  return PLACE_MARK + id
}
