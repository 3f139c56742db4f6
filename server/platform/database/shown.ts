// Names of the posts, authors and collections in a response. A change drops the cached responses that contain its names.

const AUTHOR_MARK = '@'
const COLLECTION_MARK = '#'

/** The ids of posts among what a response shows. */
export function postsOf(shown: ReadonlySet<string>): string[] {
  return [...shown].filter((name) => !name.startsWith(AUTHOR_MARK) && !name.startsWith(COLLECTION_MARK))
}

/** The handles of authors among what a response shows. */
export function authorsOf(shown: ReadonlySet<string>): string[] {
  return [...shown].flatMap((name) => (name.startsWith(AUTHOR_MARK) ? [name.slice(AUTHOR_MARK.length)] : []))
}

/** How an author is named among the posts of `context.shown`. */
export function shownAuthor(handle: string): string {
  return AUTHOR_MARK + handle
}

/** The same for a collection. */
export function shownCollection(id: string): string {
  return COLLECTION_MARK + id
}
