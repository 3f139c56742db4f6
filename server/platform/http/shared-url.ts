import { legalNames } from '#rules/legal.ts'
import { withoutUnknownParameters } from '#rules/page-parameters.ts'
import { loginCause, paths } from '#rules/paths.ts'

/** The URL that is rendered for all URLs without a page. */
export const NOT_FOUND = '/not_found'

/** Every path that may have a page. The router decides in the end, so this may be true too often but never too rarely. */
const PAGES = Object.values(paths).map((path) => ({ path, pattern: new RegExp(`^${patternOf(path)}/*$`, 's') }))

/** Pages whose content depends on `next` only in why a login is needed. */
const FOR_VISITORS: readonly string[] = [paths.login, paths.signUp, paths.forgotPassword]

const ERROR_STATUS = /^[45]\d\d$/

/** The URL rendered in place of `url` (path and query): nobody can make pages without data be rendered again. */
export function sharedUrl(url: string): string {
  const [path, query] = split(url)
  const plain = decode(path).toLowerCase()
  if (pagePattern(url) === null) return NOT_FOUND
  const last = (name: string) => new URLSearchParams(query).getAll(name).at(-1)
  if (FOR_VISITORS.includes(plain)) {
    const cause = loginCause(last('next'))
    return cause === null ? plain : `${plain}?next=${cause}`
  }
  if (plain === paths.error) {
    const status = last('status') ?? ''
    return ERROR_STATUS.test(status) ? `${plain}?status=${status}` : plain
  }
  return withoutUnknownParameters(url)
}

/** The one of `paths` that `url` (path and query) leads to, such as `/post/$id`; null without a page. */
export function pagePattern(url: string): string | null {
  const plain = decode(split(url)[0])
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
  return PAGES.find(({ pattern }) => pattern.test(plain))?.path ?? null
}

function split(url: string): [path: string, query: string] {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? []
  return [path, query]
}

function patternOf(path: string): string {
  const known = path === paths.legal ? `(?:${legalNames.join('|')})` : '[^/]+'
  return path.replace(/\/\$$/, '(?:/.*)?').replace(/\$[a-z]+$/, known)
}

/** The decoded path; one that cannot be decoded stays as it is. */
function decode(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
