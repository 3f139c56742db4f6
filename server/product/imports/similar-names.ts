import { normalForm } from '#rules/normal-form.ts'
import { distanceWithin, prepareLetters } from '../../platform/edit-distance.ts'

/** 'same' apart from spacing, signs and brackets; 'alike' with more words, another branch or a typing mistake. */
export type Likeness = 'same' | 'alike'

/** Normalised forms of a place's name, for comparisons: whole, without its branch, only its Hangul. */
export type ComparedName = Readonly<{ whole: string; stem: string; korean: string }>

const IN_BRACKETS = /\([^()]*\)|\[[^[\]]*\]/g
const SIGNS = /[^\p{L}\p{N}]/gu

/** A branch has a name of its own ('망원점') or is the first one ('본점'). */
const BRANCH = /^(.{2,}?)(?:[가-힣\d]{0,6}점|본관|별관|직영)$/u

/** Fewest Hangul letters by which two names are the same; a common part must be longer to make them alike. */
const SHORTEST = 2

/** Letters of the shorter name for each typing mistake that is tolerated. */
const LETTERS_PER_MISTAKE = 4

export function toComparedName(name: string): ComparedName {
  const plain = normalForm(name.replace(IN_BRACKETS, ' ')).replace(SIGNS, '')
  const whole = plain === '' ? normalForm(name).replace(SIGNS, '') : plain
  // A last word in 점 is a branch only behind other words: '만점' alone is a name.
  const words = name.replace(IN_BRACKETS, ' ').trim().split(/\s+/)
  const last = normalForm(words.at(-1) ?? '')
  const isBranch = words.length > 1 && /(?:점|본관|별관)$/u.test(last)
  const stem = isBranch
    ? normalForm(words.slice(0, -1).join(' ')).replace(SIGNS, '')
    : (BRANCH.exec(whole)?.[1] ?? whole)
  return { whole, stem, korean: whole.replace(/[^가-힣]/gu, '') }
}

/** How similar two names of places are; null if the places are different. */
export function likenessOf(a: ComparedName, b: ComparedName): Likeness | null {
  if (a.whole === '' || b.whole === '') return null
  if (a.whole === b.whole) return 'same'
  // '을밀대 Eulmildae' has its name in two scripts.
  if (a.korean !== '' && a.korean === b.korean && a.korean.length >= SHORTEST) return 'same'
  if (a.stem === b.whole || a.whole === b.stem) return 'alike'
  if (a.stem === b.stem && a.stem.length > SHORTEST) return 'alike'
  return contains(a.whole, b.whole) || contains(b.whole, a.whole) || isMistyped(a.whole, b.whole) ? 'alike' : null
}

/** Whether the shorter name is a part of the longer one, and at least half of it. */
function contains(long: string, short: string): boolean {
  return short.length > SHORTEST && short.length * 2 >= long.length && long.includes(short)
}

function isMistyped(a: string, b: string): boolean {
  const most = Math.floor(Math.min(a.length, b.length) / LETTERS_PER_MISTAKE)
  return most > 0 && distanceWithin(prepareLetters(a), prepareLetters(b), most) <= most
}
