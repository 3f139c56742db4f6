import { initialConsonantOf, isInitialConsonant } from '#rules/hangul.ts'
import { HYPHEN, normalForm } from '#rules/normal-form.ts'

type HighlightProps = {
  text: string
  keyword: string | undefined
}

export function Highlight({ text, keyword }: HighlightProps) {
  if (!keyword) return text
  let end = 0
  const parts = matchRanges(text, keyword).map(([from, to]) => {
    const before = text.slice(end, from)
    end = to
    return (
      <span key={from}>
        {before}
        <mark>{text.slice(from, to)}</mark>
      </span>
    )
  })
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}

/** A letter of a text's normal form, its initial consonant, and the range [from, to) of the text that it comes from. */
type Letter = { lower: string; initial: string; from: number; to: number }

/**
 * Ranges [from, to) of a text that match the keyword's words, sorted and without overlaps. Like the search, it compares
 * normal forms, and matches initial consonants (초성) within one word.
 */
export function matchRanges(text: string, keyword: string): [number, number][] {
  const letters = lettersOf(text)
  const found = keyword.split(/\s+/u).flatMap((word) => rangesOf(letters, [...normalForm(word)]))
  found.sort((one, other) => one[0] - other[0])
  const merged: [number, number][] = []
  for (const [from, to] of found) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** A base character with its combining marks. */
const CHARACTER = /\P{M}\p{M}*|\p{M}+/gu
/** Matches characters that are their own normal form, as most are. */
const PLAIN = /^[a-z\d가-힣]$/

function lettersOf(text: string): Letter[] {
  return [...text.matchAll(CHARACTER)].flatMap(({ 0: character, index: from }) => {
    const to = from + character.length
    const form = PLAIN.test(character) ? character : formOf(character, text.slice(from - 1, to + 1))
    return [...form].map((lower) => ({ lower, initial: initialConsonantOf(lower), from, to }))
  })
}

/** Normal form of a character; a hyphen stays only between digits. */
function formOf(character: string, around: string): string {
  if (!HYPHEN.test(character)) return normalForm(character)
  return /\d.\d/.test(around) ? '-' : ''
}

function rangesOf(letters: Letter[], word: string[]): [number, number][] {
  if (word.length === 0) return []
  const ranges: [number, number][] = []
  const isInitials = word.every(isInitialConsonant)
  for (let start = 0; start + word.length <= letters.length; start++) {
    const window = letters.slice(start, start + word.length)
    const [first, last] = [window[0], window.at(-1)]
    if (isInitials && !isUnbroken(window)) continue
    if (first && last && window.every((letter, index) => isMatch(letter, word[index]))) {
      ranges.push([first.from, last.to])
    }
  }
  return ranges
}

function isUnbroken(window: readonly Letter[]): boolean {
  return window.every(({ from }, index) => index === 0 || from === window[index - 1]?.to)
}

/** Whether a letter matches a character of the keyword: a consonant matches itself or a syllable that begins with it. */
function isMatch({ lower, initial }: Letter, character = ''): boolean {
  return lower === character || (isInitialConsonant(character) && initial === character)
}
