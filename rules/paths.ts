/** Every address of the site, once (specification, section 2; P12). */
export const paths = {
  home: '/',
  main: '/main',
  prefetch: '/prefetch',
  addPost: '/add_post',
  editPost: '/edit/$id',
  post: '/post/$id',
  login: '/account/login',
  signUp: '/account/sign_up',
  forgotPassword: '/account/forgot_password',
  profile: '/account/profile',
  changePassword: '/account/change_password',
  myList: '/account/my_list',
  search: '/search',
  error: '/error',
  /** The feed on a map. */
  map: '/map',
} as const

export const apiPaths = {
  graphql: '/graphql',
  images: '/images',
  /** Cloudinary's shape (P31); any account name is accepted. */
  upload: '/v1_1/:account/image/upload',
  /** Everything an account holds, as a ZIP. */
  dataExport: '/account/export.zip',
  /** PMTiles, when the operator has such a file. */
  mapTiles: '/map/tiles.pmtiles',
  healthz: '/healthz',
  readyz: '/readyz',
} as const

/** Account part of the upload address that our own page uses. */
export const UPLOAD_URL = '/v1_1/matnanum/image/upload'
export const UPLOAD_PRESET = 'ml_default'

/**
 * The fragment of an address by which a mail or a screen hands an e-mail address to the login or the recovery: unlike a
 * query it reaches no server, no log and no referrer.
 */
export function emailFragment(email: string): string {
  return `email=${encodeURIComponent(email)}`
}

/** The e-mail address in such a fragment, or an empty text. */
export function emailOfFragment(fragment: string): string {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('email') ?? ''
}

/** The page of one post. */
export function postPath(id: string): string {
  return `/post/${encodeURIComponent(id)}`
}

/**
 * The path of this site to return to after login (P15): anything that is not plainly a path of ours becomes '/'.
 */
export function safeReturnPath(next: unknown): string {
  if (typeof next !== 'string' || !isLocalPath(next) || /[\\\s\p{Cc}]/u.test(next)) return paths.home
  const url = URL.parse(next, 'http://own.invalid')
  const own = url?.host === 'own.invalid' ? url.pathname + url.search + url.hash : paths.home
  // Once more: '/..//evil.example' becomes '//evil.example' when it is resolved.
  return isLocalPath(own) ? own : paths.home
}

function isLocalPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path)
}
