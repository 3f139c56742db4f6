import { createHash, randomBytes } from 'node:crypto'

/**
 * The nonce with which pages are rendered. Each process makes its own and never sends it, so nobody can write it into a
 * post: a script with this nonce is ours.
 */
export const SCRIPT_MARK = randomBytes(16).toString('hex')

const ATTRIBUTE = ` nonce="${SCRIPT_MARK}"`
const META = `<meta property="csp-nonce" content="${SCRIPT_MARK}"/>`

/**
 * Removes the nonces from a page, so that its bytes are the same for everybody, and returns the hashes of its inline
 * scripts for the content security policy (CSP level 3, 2.3.1). Only scripts with `SCRIPT_MARK` get a hash.
 */
export function hashScripts(rendered: string): { html: string; sources: string[] } {
  const pieces = rendered.replace(META, '').split(ATTRIBUTE)
  const sources: string[] = []
  for (const [index, after] of pieces.entries()) {
    const before = pieces[index - 1]
    if (before === undefined) continue
    const tag = before.slice(before.lastIndexOf('<'))
    const body = after.indexOf('>') + 1
    if (!tag.startsWith('<script') || tag.includes(' src=') || after.lastIndexOf(' src=', body) >= 0) continue
    sources.push(
      `'sha256-${createHash('sha256')
        .update(after.slice(body, after.indexOf('</script>')))
        .digest('base64')}'`,
    )
  }
  return { html: pieces.join('').replaceAll(SCRIPT_MARK, ''), sources }
}
