import { createHash, randomBytes } from 'node:crypto'

/**
 * The nonce with which pages are rendered. Each process makes its own and never sends it, so nobody can write it into a
 * post: a script with this nonce is ours.
 */
export const SCRIPT_MARK = randomBytes(16).toString('hex')

const ATTRIBUTE = ` nonce="${SCRIPT_MARK}"`
const META = `<meta property="csp-nonce" content="${SCRIPT_MARK}"/>`

/** A part of a page: the body of one of its own inline scripts, or the HTML up to the next. */
export type PagePart = Readonly<{ text: string; isScript: boolean }>

/**
 * Splits a page into parts and removes the nonces, so that its bytes are the same for everybody. Only scripts with
 * `SCRIPT_MARK` become parts of their own.
 */
export function splitAtScripts(rendered: string): PagePart[] {
  const parts: PagePart[] = []
  let html = ''
  let tag = ''
  for (const text of rendered.replace(META, '').split(ATTRIBUTE)) {
    const start = text.indexOf('>') + 1
    if (tag.startsWith('<script') && !tag.includes(' src=') && !text.slice(0, start).includes(' src=')) {
      const end = text.indexOf('</script>')
      parts.push(
        { text: html + text.slice(0, start), isScript: false },
        { text: text.slice(start, end), isScript: true },
      )
      html = text.slice(end)
    } else html += text
    tag = text.slice(text.lastIndexOf('<'))
  }
  parts.push({ text: html, isScript: false })
  return parts.map(({ text, isScript }) => ({ text: text.replaceAll(SCRIPT_MARK, ''), isScript }))
}

/** The source of a script in a content security policy: its hash (CSP level 3, 2.3.1). */
export function sourceOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
