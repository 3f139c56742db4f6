import type { LegalName } from './legal.ts'

export const paths = {
  home: '/',
  main: '/main',
  prefetch: '/prefetch',
  /** Home of a place. */
  here: '/here',
  addPost: '/add_post',
  editPost: '/edit/$id',
  post: '/post/$id',
  /** A 시도, 시군구 or 동; without a path, the whole country. */
  area: '/area/$',
  place: '/place/$id',
  /** A member as others see them. */
  author: '/u/$handle',
  /** Posts of authors that the reader follows. */
  following: '/following',
  login: '/account/login',
  signUp: '/account/sign_up',
  /** Questions to a new member: town, dishes that they like, and neighbours to follow. */
  welcome: '/account/welcome',
  forgotPassword: '/account/forgot_password',
  profile: '/account/profile',
  changePassword: '/account/change_password',
  myList: '/account/my_list',
  /** 내 맛집: a member's saved posts. */
  me: '/me',
  /** The reader's followers, followed members and blocked members. */
  people: '/account/people/$list',
  collection: '/collection/$id',
  notifications: '/notifications',
  /** Only for moderators; for others there is no such page. */
  admin: '/admin',
  search: '/search',
  error: '/error',
  /** Shown without a network instead of a page that was not seen before. */
  offline: '/offline',
  map: '/map',
  /** The terms, the privacy policy and the location notice. */
  legal: '/legal/$name',
} as const

/** No shared cache and no search engine has the pages below these paths. */
export const privatePaths = [
  '/account',
  paths.addPost,
  '/edit',
  paths.following,
  paths.me,
  paths.notifications,
] as const

/** Private pages: rendered for each request and never cached. */
export const ownedPaths = ['/collection', paths.admin] as const

export const apiPaths = {
  graphql: '/graphql',
  images: '/images',
  /** The form of Cloudinary's API; any account name is accepted. */
  upload: '/v1_1/:account/image/upload',
  dataExport: '/account/export.zip',
  /** A collection with a time, for calendars. */
  planCalendar: '/collection/:id/plan.ics',
} as const

/** Paths that only the server and others use. They stand apart, so that the scripts of pages do not carry them. */
export const sitePaths = {
  /** The operator's PMTiles archive, if there is one. */
  mapTiles: '/map/tiles.pmtiles',
  /** A tile of the bundled map; `version` changes with the archive. */
  bundledTile: '/map/korea/:version/:z/:x/:y',
  sitemap: '/sitemap.xml',
  sitemapFile: '/sitemap/:name',
  /** URL at which password managers look for the password change (https://w3c.github.io/webappsec-change-password-url/). */
  changePassword: '/.well-known/change-password',
  /** URL of the contact for security reports (RFC 9116). */
  security: '/.well-known/security.txt',
  /** Ends the weekly mails of the link's account. */
  unsubscribe: '/unsubscribe',
  /** Mail providers and mail servers report returned mails here. */
  mailHook: '/hooks/mail',
  /** A login provider sends the browser back to this path. */
  loginReturn: '/login/:provider',
  /** The data of a member, for an admin who acts for them. */
  memberExport: '/admin/export.zip',
  healthz: '/healthz',
  readyz: '/readyz',
} as const

export const WORKER = '/sw.js'

/** The Atom feed of home; with the path of an area or author before it, that of their posts. */
export const FEED = '/feed.atom'

/** Name of the downloaded file. */
export const EXPORT_NAME = 'matnanum.zip'

/** Account name in the upload URL of our own page. */
export const UPLOAD_URL = '/v1_1/matnanum/image/upload'
export const UPLOAD_PRESET = 'ml_default'

/**
 * Passes an e-mail address to the login or the recovery. Unlike a query, a fragment reaches no server, log or referrer.
 */
export function emailFragment(email: string): string {
  return `email=${encodeURIComponent(email)}`
}

export function emailOfFragment(fragment: string): string {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('email') ?? ''
}

/** Verifies an e-mail address. */
export function verifyFragment(token: string): string {
  return `verify=${token}`
}

export function postPath(id: string): string {
  return paths.post.replace('$id', encodeURIComponent(id))
}

/** `path` is of an area ('서울/마포구'). */
export function areaPath(path: string): string {
  const names = path.split('/').filter((name) => name !== '')
  return paths.area.replace('/$', names.map((name) => `/${encodeURIComponent(name)}`).join(''))
}

export function collectionPath(id: string): string {
  return paths.collection.replace('$id', encodeURIComponent(id))
}

export function planCalendarPath(id: string): string {
  return apiPaths.planCalendar.replace(':id', encodeURIComponent(id))
}

export function legalPath(name: LegalName): string {
  return paths.legal.replace('$name', name)
}

export function placePath(id: string): string {
  return paths.place.replace('$id', encodeURIComponent(id))
}

export function authorPath(handle: string): string {
  return paths.author.replace('$handle', encodeURIComponent(handle))
}

/** Path to return to after login. Anything that is not clearly a local path becomes '/'. */
export function safeReturnPath(next: unknown): string {
  if (typeof next !== 'string' || !isLocalPath(next) || /[\\\s\p{Cc}]/u.test(next)) return paths.home
  const url = URL.parse(next, 'http://own.invalid')
  const own = url?.host === 'own.invalid' ? url.pathname + url.search + url.hash : paths.home
  // Checked again: '/..//evil.example' resolves to '//evil.example'.
  return isLocalPath(own) ? own : paths.home
}

/** Paths for which the login says why it is needed; the first that `next` starts with counts. */
const loginCauses = [paths.myList, ...privatePaths, paths.home] as const

export type LoginCause = (typeof loginCauses)[number]

/** Screen in `next` that the login page names; null if the visitor chose to log in. */
export function loginCause(next: string | undefined): LoginCause | null {
  if (next === undefined) return null
  const path = safeReturnPath(next)
  return loginCauses.find((start) => path.startsWith(start)) ?? paths.home
}

function isLocalPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path)
}
