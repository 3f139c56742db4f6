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

/** A letter of a text's normal form, and the range [from, to) of the text that it comes from. */
type Letter = { lower: string; from: number; to: number }

/**
 * Ranges [from, to) of a text that match the keyword's words, sorted and without overlaps. Like the search, it compares
 * normal forms, and matches initial consonants (초성) within one word.
 */
export function matchRanges(text: string, keyword: string): [number, number][] {
  const words = keyword.split(/\s+/u).map((word) => [...normalForm(word)])
  const normal = normalForm(text)
  // `lettersOf` takes ten times as long as this check.
  if (!words.some((word) => word.some(isInitialConsonant) || normal.includes(word.join('')))) return []
  const letters = lettersOf(text)
  const found = words.flatMap((word) => rangesOf(letters, word))
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
/** Letters and signs that are their own normal form, as most are. */
const PLAIN = /^[a-z\d가-힣.,!?()]$/

function lettersOf(text: string): Letter[] {
  return [...text.matchAll(CHARACTER)].flatMap(({ 0: character, index: from }) => {
    if (character === ' ') return []
    const to = from + character.length
    if (PLAIN.test(character)) return { lower: character, from, to }
    return [...formOf(character, text.slice(from - 1, to + 1))].map((lower) => ({ lower, from, to }))
  })
}

/** Normal form of a character; a hyphen stays only between digits. */
function formOf(character: string, around: string): string {
  if (!HYPHEN.test(character)) return normalForm(character)
  return /\d.\d/.test(around) ? '-' : ''
}

function rangesOf(letters: Letter[], word: string[]): [number, number][] {
  if (word.length === 0) return []
  const isInitials = word.every(isInitialConsonant)
  return letters.flatMap((first, start): [number, number][] => {
    if (!word.every((character, index) => isMatch(letters[start + index], character))) return []
    const found = letters.slice(start, start + word.length)
    return isInitials && !isUnbroken(found) ? [] : [[first.from, found.at(-1)?.to ?? first.to]]
  })
}

function isUnbroken(window: readonly Letter[]): boolean {
  return window.every(({ from }, index) => index === 0 || from === window[index - 1]?.to)
}

/** Whether a letter matches a character of the keyword: a consonant matches itself or a syllable that begins with it. */
function isMatch(letter: Letter | undefined, character: string): boolean {
  if (!letter) return false
  return letter.lower === character || (isInitialConsonant(character) && initialConsonantOf(letter.lower) === character)
}
