import type { Viewer } from './reader-state.ts'
import type { LoginProvider } from './schema.gen.ts'

/** Data with which the server renders a page and the browser hydrates it. */
export type PageInfo = {
  site: Site
  /** ISO 8601; the time as of which the page is rendered. */
  now: string
  /** Public holidays from yesterday on, `YYYY-MM-DD`. */
  holidays: readonly string[]
}

/** Name in Server-Timing of the time at which a page was sent, in milliseconds since 1970. */
export const SENT_TIMING = 'sent'

/** Input of the server for rendering one page. */
export type PageContext = PageInfo & {
  graphql: (query: string, variables: Record<string, unknown>) => Promise<unknown>
  /** The person for whom the page is rendered; null on pages that everybody shares. */
  viewer: Viewer | null
  /** Sets the status of the response, instead of 200. */
  setStatus: (status: number) => void
  /** Notes that the page shows how long ago `at` (ISO 8601) was. */
  showsAgo: (at: string) => void
  /** Notes that the page shows whether a place with these hours is open. */
  showsHours: (start: string, end: string) => void
  /** Nonce of the page's own scripts and styles. It is never sent: the server names their hashes in the policy instead. */
  nonce: string
  /** Id of the request in the log; shown only with an error. */
  requestId: string
}

export type Site = {
  name: string
  /** Scheme, host and port, without a trailing slash. */
  origin: string
  /** E-mail address or page of the operator. */
  contact: string | null
  /** For sharing by KakaoTalk: the site's JavaScript key, and the URL of Kakao's script. */
  kakao?: { key: string; url: string }
  /** Companies with whose accounts people can sign in; left out without any. */
  logins?: readonly LoginProvider[]
}

/** Result of rendering a URL; `location` is the target of a redirect. */
export type RenderedScreen = { status: number; location: string | null; html: string }
