import { escapeHtml } from '../../escape-html.ts'

export type AtomEntry = Readonly<{
  /** URL of its page. */
  url: string
  title: string
  /** ISO 8601. */
  publishedAt: string
  author: { name: string; url: string }
  summary: string
}>

export type AtomFeed = Readonly<{
  title: string
  /** URL of the page with the same list. */
  url: string
  /** URL of the feed itself. */
  self: string
  entries: readonly AtomEntry[]
}>

/** Of a feed without entries, which has to say when it changed. */
const NEVER = '1970-01-01T00:00:00Z'

/** RFC 4287, with plain texts only. */
export function atomXml({ title, url, self, entries }: AtomFeed): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="ko">
<id>${xmlText(url)}</id>
<title>${xmlText(title)}</title>
<updated>${entries[0]?.publishedAt ?? NEVER}</updated>
<link rel="self" type="application/atom+xml" href="${xmlText(self)}"/>
<link rel="alternate" type="text/html" href="${xmlText(url)}"/>
${entries.map(entryXml).join('')}</feed>
`
}

function entryXml({ url, title, publishedAt, author, summary }: AtomEntry): string {
  return `<entry>
<id>${xmlText(url)}</id>
<title>${xmlText(title)}</title>
<link rel="alternate" type="text/html" href="${xmlText(url)}"/>
<published>${publishedAt}</published>
<updated>${publishedAt}</updated>
<author><name>${xmlText(author.name)}</name><uri>${xmlText(author.url)}</uri></author>
<summary>${xmlText(summary)}</summary>
</entry>
`
}

/** Characters that XML 1.0 cannot express, not even escaped. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

function xmlText(text: string): string {
  return escapeHtml(text.replace(NOT_XML, ''))
}
