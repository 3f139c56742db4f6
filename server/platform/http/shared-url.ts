import { legalNames } from '#rules/legal.ts'
import { sitePageNames } from '#rules/look.ts'
import { withoutUnknownParameters } from '#rules/page-parameters.ts'
import { loginCausePath, paths } from '#rules/paths.ts'

/** Path that is rendered in place of every path without a page. */
export const NOT_FOUND_PATH = '/not_found'

/**
 * Patterns of paths with pages; they may match too much but never too little, because the router decides in the end.
 */
const PAGES = Object.values(paths).map((path) => ({ path, pattern: new RegExp(`^${patternOf(path)}/*$`, 's') }))

/** Pages on which the parameter `next` changes only the sentence why a login is needed. */
const FOR_VISITORS: readonly string[] = [paths.login, paths.signUp, paths.forgotPassword]

const ERROR_STATUS = /^[45]\d\d$/

/** URL rendered in place of `url` (path and query), so that variants of pages without data are rendered once. */
export function sharedUrl(url: string): string {
  const [path, query] = split(url)
  const plain = decode(path).toLowerCase()
  if (pagePattern(url) === null) return NOT_FOUND_PATH
  const last = (name: string) => new URLSearchParams(query).getAll(name).at(-1)
  if (FOR_VISITORS.includes(plain)) {
    const cause = loginCausePath(last('next'))
    return cause === null ? plain : `${plain}?next=${cause}`
  }
  if (plain === paths.error) {
    const status = last('status') ?? ''
    return ERROR_STATUS.test(status) ? `${plain}?status=${status}` : plain
  }
  return withoutUnknownParameters(url)
}

/** Pattern of the page at a URL, such as '/post/$id'; null without a page. */
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
  const known = path === paths.legal ? `(?:${[...legalNames, ...sitePageNames].join('|')})` : '[^/]+'
  return path.replace(/\/\$$/, '(?:/.*)?').replace(/\$[a-z]+$/, known)
}

function decode(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
