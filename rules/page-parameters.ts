/** Every parameter that a page reads from its URL. A route whose parameter is missing here does not compile. */
const pageParameters = {
  area: true,
  around: true,
  filter: true,
  keyword: true,
  kind: true,
  lat: true,
  list: true,
  lng: true,
  moved: true,
  near: true,
  next: true,
  open: true,
  page: true,
  place: true,
  price: true,
  radius: true,
  status: true,
  step: true,
  tab: true,
  traits: true,
  view: true,
  who: true,
  zoom: true,
} as const

export type PageParameter = keyof typeof pageParameters

export function isPageParameter(name: string): name is PageParameter {
  return Object.hasOwn(pageParameters, name)
}

/**
 * The URL without parameters that no page reads, such as those that other sites add to recognise each visitor: with them,
 * every visitor would get a page of their own instead of the shared one.
 * @param url path with query
 */
export function withoutUnknownParameters(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const parts = url.slice(at + 1).split('&')
  const query = parts.filter((part) => isPageParameter(nameOf(part))).join('&')
  return query ? `${url.slice(0, at)}?${query}` : url.slice(0, at)
}

function nameOf(part: string): string {
  const [name = ''] = new URLSearchParams(part).keys()
  return name
}
