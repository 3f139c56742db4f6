import type { Site } from '#contract/page-context.ts'

type Picture = Readonly<{ image: string; image_info: { width: number; height: number } | null; title: string }>

type Shared = Readonly<{
  title: string
  description: string
  url: string
  /** The type in Open Graph. */
  type: 'article' | 'website'
  /** URL path of the picture that the site has drawn for the link. */
  drawn?: string
  photo?: Picture | undefined
}>

/** A tag of a page's head, in the router's form. */
type Tag = { title?: string; name?: string; property?: string; content?: string }

/** Structured data (schema.org). The router escapes it, so it cannot end the script. */
export function structuredTag(data: object): Tag {
  return { 'script:ld+json': { '@context': 'https://schema.org', ...data } } as Tag
}

/** The link to the Atom feed of the page's list. */
export function feedLink(href: string) {
  return { rel: 'alternate', type: 'application/atom+xml', href }
}

/** Title, description, and the tags that other sites show for a shared link. */
export function shareTags(site: Site, { title, description, url, type, drawn, photo }: Shared): Tag[] {
  const full = `${title} | ${site.name}`
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: site.name },
    { property: 'og:locale', content: 'ko_KR' },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: drawn || photo ? 'summary_large_image' : 'summary' },
    ...(drawn ? drawnTags(site, drawn, title) : photo ? imageTags(site, photo) : []),
  ]
}

function drawnTags(site: Site, drawn: string, title: string): Tag[] {
  return [
    { property: 'og:image', content: site.origin + drawn },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: title },
  ]
}

function imageTags(site: Site, { image, image_info, title }: Picture): Tag[] {
  const size = [
    { property: 'og:image:width', content: String(image_info?.width) },
    { property: 'og:image:height', content: String(image_info?.height) },
  ]
  return [
    { property: 'og:image', content: new URL(image, site.origin).href },
    { property: 'og:image:type', content: 'image/jpeg' },
    ...(image_info ? size : []),
    { property: 'og:image:alt', content: `${title} 사진` },
  ]
}
