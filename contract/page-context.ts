/** What the server passes to the rendering of one page; the only interface between `server` and `web`. */
export type PageContext = {
  graphql: (query: string, variables: Record<string, unknown>) => Promise<unknown>
  viewer: Viewer | null
  /** Marks the page's own scripts and styles, whose hashes the policy then names; never sent. */
  nonce: string
  site: Site
  /** ISO 8601; the time as of which the page is rendered. */
  now: string
}

/** The signed-in person as the page may know them: no security answer and no token (P4). */
export type Viewer = {
  image: string | null
  email: string
  username: string
  /** Public handle. */
  jwt: string
  questionIndex: number
  /** Hue of the person's avatar, in degrees (`rules/hue.ts`). */
  hue: number
  /** Signed in with a temporary password: may only read, log out and change the password. */
  restricted: boolean
}

export type Site = {
  name: string
  /** Scheme, host and port, without a trailing slash. */
  origin: string
}
