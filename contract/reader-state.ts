/** The signed-in person as the page may know them: no security answer and no token. */
export type Viewer = {
  image: string | null
  email: string
  username: string
  /** Public handle. */
  jwt: string
  questionIndex: number
  /** Hue of the person's avatar, in degrees (`rules/hue.ts`). */
  hue: number
  /** URL of the person's small picture. */
  picture: string | null
  /** Signed in with a temporary password: may only read, log out and change the password. */
  restricted: boolean
}

/** A member that the reader follows. */
export type Friend = Readonly<{ handle: string; username: string; image: string | null }>

/**
 * State of a place for one reader. Keys that do not apply are left out. `visits`: how often they have been there, from 2 on;
 * `friends`: up to three members that the reader follows and who would go there again, on pages that show a verdict.
 */
export type PlaceState = Readonly<{ wanted?: true; been?: true; visits?: number; friends?: readonly Friend[] }>

/** State of a post for one reader, with that of its place. Keys that do not apply are left out. `place`: the place's id. */
export type PostState = PlaceState & Readonly<{ liked?: true; mine?: true; tasty?: true; place?: string }>

/** State of an author for one reader. Keys that do not apply are left out. `alike`: their taste is like the reader's. */
export type AuthorState = Readonly<{ followed?: true; alike?: true }>

/** Unread notifications are counted up to this number; the badge then shows no exact number. */
export const MOST_COUNTED_UNREAD = 10

/**
 * Everything on a page that differs between its readers. Pages and lists are made once for everybody; this is sent
 * beside them, to a signed-in reader only.
 */
export type ReaderState = Readonly<{
  viewer: Viewer
  /** Number of unread notifications, up to `MOST_COUNTED_UNREAD`. */
  unread: number
  /** State of the posts that the page or response shows, by id. */
  posts: Readonly<Record<string, PostState>>
  /** State of the places that are shown without a post, by id. */
  places?: Readonly<Record<string, PlaceState>>
  /** State of the authors that are shown, by handle. */
  authors: Readonly<Record<string, AuthorState>>
  /** No mail goes to the member's address, because some came back. Left out while they arrive. */
  mailStopped?: true
  /** Number of items that wait for a moderator's decision; only for moderators. */
  waiting?: number
}>

/** The reader's state as a page contains it; `isPrivate`: the page is rendered for this reader alone. */
export type ReaderBlock = ReaderState & Readonly<{ isPrivate: boolean }>

/**
 * Header of pages and responses of the API: the handle of the person they are for. Missing for visitors. In requests of
 * our pages: the handle of the person that the page shows, or `VISITOR_READER`.
 */
export const READER_HEADER = 'x-reader'

/** The header's value instead of a handle where the session ends with the browser: nothing of it may be kept on the device. */
export const UNKEPT_READER = 'unkept'

/** The header's value in requests of visitors' pages. */
export const VISITOR_READER = 'visitor'

/** Id of the page's element that contains the `ReaderBlock` as JSON; empty for visitors. */
export const READER_BLOCK_ID = 'reader'
