import { escapeHtml } from '../escape-html.ts'
import type { RenderedPage } from './render-page.ts'
import { type PagePart, sourceOf } from './render-page.ts'
import { type OwnValues, type PostsRead, type Slot, splitAtMarks } from './stand-in.ts'

/** The values of a page that differ between readers. */
export type Own = Readonly<{ values: OwnValues; liked: ReadonlySet<string> }>

type Part = Readonly<{
  pieces: readonly (string | Slot)[]
  isScript: boolean
  /** The CSP source of a script that is the same for everybody. */
  source: string | null
}>

/** A page rendered for the stand-in; `fill` turns it into the page of one member. */
export class StandInPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The posts of which the page shows whether the reader likes them. */
  readonly likeable: readonly string[]
  /** Handles of the authors of its posts. */
  readonly authors: ReadonlySet<string>
  /** Upper bound of its memory, in bytes. */
  readonly size: number
  readonly #parts: readonly Part[]

  constructor({ status, headers, parts }: RenderedPage, { likeable, authors }: PostsRead) {
    this.status = status
    this.headers = headers
    this.likeable = [...likeable]
    this.authors = authors
    this.size = parts.reduce((sum, { text }) => sum + text.length * 2, 0)
    this.#parts = parts.map(toPart)
  }

  /** The page for its reader, and the CSP sources of its scripts. */
  fill(own: Own): { html: string; sources: string[] } {
    let html = ''
    const sources: string[] = []
    for (const { pieces, isScript, source } of this.#parts) {
      let text = ''
      for (const piece of pieces) text += typeof piece === 'string' ? piece : write(piece, own, isScript)
      if (isScript) sources.push(source ?? sourceOf(text))
      html += text
    }
    return { html, sources }
  }
}

function toPart({ text, isScript }: PagePart): Part {
  const pieces = splitAtMarks(text, isScript)
  return { pieces, isScript, source: isScript && pieces.length === 1 ? sourceOf(text) : null }
}

function write(slot: Slot, { values, liked }: Own, isScript: boolean): string {
  if ('value' in slot) return (isScript ? escapeInScript : escapeHtml)(String(values[slot.value]))
  const isLiked = liked.has(slot.likedPost)
  return isScript ? (isLiked ? '!0' : '!1') : String(isLiked)
}

const SCRIPT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\b': '\\b',
  '\t': '\\t',
  '\f': '\\f',
  '<': '\\x3C',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** Escapes the inside of a JavaScript string like the page's data, so that it cannot end the script. */
function escapeInScript(text: string): string {
  return text.replace(/["\\\n\r\b\t\f<\u2028\u2029]/g, (character) => SCRIPT_ESCAPES[character] ?? '')
}
