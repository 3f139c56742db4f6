import type { LegalName } from './legal.ts'

export const paths = {
  home: '/',
  main: '/main',
  prefetch: '/prefetch',
  /** Home page of the town that the reader has chosen. */
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

/** Pages below these paths are rendered for the member who asks, and kept out of caches and search engines. */
export const privatePaths = [
  '/account',
  paths.addPost,
  '/edit',
  paths.following,
  paths.me,
  paths.notifications,
] as const

/** Pages that show some members more than others: rendered anew for each member, and kept by no browser or CDN. */
export const personalPaths = ['/collection', paths.admin] as const

export const apiPaths = {
  graphql: '/graphql',
  images: '/images',
  /** The form of Cloudinary's API; any account name is accepted. */
  upload: '/v1_1/:account/image/upload',
  dataExport: '/account/export.zip',
  /** A collection with a time, for calendars. */
  planCalendar: '/collection/:id/plan.ics',
} as const

/** Paths that the scripts of our pages do not use. They stand apart, so that these scripts do not contain them. */
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

export const SERVICE_WORKER_PATH = '/sw.js'

/** Path of the Atom feed of all posts; after the path of an area or author, of the feed of their posts. */
export const FEED_PATH = '/feed.atom'

/** Name of the downloaded data export. */
export const EXPORT_FILE_NAME = 'matnanum.zip'

/** URL to which our own pages upload pictures. */
export const UPLOAD_URL = '/v1_1/matnanum/image/upload'
/** The only value of an upload's `upload_preset`, as Cloudinary's clients send it. */
export const UPLOAD_PRESET = 'ml_default'

/**
 * Fragment that passes an e-mail address to the login or the recovery. Unlike a query, a fragment reaches no server, log or referrer.
 */
export function emailFragment(email: string): string {
  return `email=${encodeURIComponent(email)}`
}

/** The e-mail address in a URL's fragment; empty without one. */
export function emailOfFragment(fragment: string): string {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('email') ?? ''
}

/** Fragment of the mailed link that verifies an e-mail address. */
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

/** Paths for which the login page says why it is needed; the first that `next` starts with decides. */
const loginCauses = [paths.myList, ...privatePaths, paths.home] as const

export type LoginCausePath = (typeof loginCauses)[number]

/** The path by which the login page says why it is needed; null if the visitor chose to log in. */
export function loginCausePath(next: string | undefined): LoginCausePath | null {
  if (next === undefined) return null
  const path = safeReturnPath(next)
  return loginCauses.find((start) => path.startsWith(start)) ?? paths.home
}

function isLocalPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path)
}
