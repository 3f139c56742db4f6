import { convertQwertyToHangul } from 'es-hangul'
import {
  COMPOUND_LETTERS,
  composeSyllable,
  decomposeSyllable,
  FINAL_CONSONANTS,
  INITIAL_CONSONANTS,
  isInitialConsonant,
  type Syllable,
  syllableRange,
  VOWELS,
} from '#rules/hangul.ts'

/** Other ways in which a Korean word is typed: unfinished, with the English keyboard layout, or in Latin letters. */

/** Regular expression of what an unfinished syllable may become: '바' becomes 밥, '우' 원, '빕' 비빔. Null for other characters. */
export function unfinishedPattern(character: string): string | null {
  const syllable = decomposeSyllable(character)
  if (!syllable) return null
  const own = FINAL_CONSONANTS[syllable.final] ?? ''
  if (own === '') {
    const vowel = VOWELS[syllable.vowel] ?? ''
    const vowels = [...VOWELS].flatMap((other, index) =>
      other === vowel || COMPOUND_LETTERS[other]?.[0] === vowel ? [index] : [],
    )
    return `[${vowels.map((index) => anyFinal({ ...syllable, vowel: index })).join('')}]`
  }
  const longer = FINAL_CONSONANTS.flatMap((other, final) =>
    COMPOUND_LETTERS[other]?.[0] === own ? [composeSyllable({ ...syllable, final })] : [],
  )
  // A final consonant may belong to the next syllable.
  const [stays = '', moves = ''] = COMPOUND_LETTERS[own] ?? ['', own]
  const before = composeSyllable({ ...syllable, final: FINAL_CONSONANTS.indexOf(stays) })
  const { first, last } = syllableRange(moves)
  return `(?:[${character}${longer.join('')}]${isInitialConsonant(moves) ? `|${before}[${first}-${last}]` : ''})`
}

function anyFinal(syllable: Syllable): string {
  return `${composeSyllable({ ...syllable, final: 0 })}-${composeSyllable({ ...syllable, final: FINAL_CONSONANTS.length - 1 })}`
}

/** `convertQwertyToHangul` throws for some sequences of vowels, which are no Korean words. */
function toHangul(keys: string): string {
  try {
    return convertQwertyToHangul(keys)
  } catch {
    return keys
  }
}

/** Hangul typed with an English keyboard layout: 'rnrqkq' is 국밥. Null for other texts, such as English words. */
export function inHangul(typed: string): string | null {
  if (!/^[a-z0-9 ]*[a-z][a-z0-9 ]*$/i.test(typed)) return null
  // Shift doubles the consonant only on these keys; elsewhere it is a capital.
  const hangul = toHangul(typed.replace(/[^QWERTOP]/g, (key) => key.toLowerCase()))
  const isHangul = hangul
    .split(' ')
    .every(
      (word) =>
        /^[가-힣0-9]*[가-힣ㄱ-ㅎ]?$/.test(word) &&
        [...word].every((one) => !/[ㄱ-ㅎ]/.test(one) || isInitialConsonant(one)),
    )
  return isHangul && /[가-힣]/.test(hangul) ? hangul : null
}

const INITIAL_LETTERS = 'g,kk,n,d,tt,r,m,b,pp,s,ss,,j,jj,ch,k,t,p,h'.split(',')
const VOWEL_LETTERS = 'a,ae,ya,yae,eo,e,yeo,ye,o,wa,wae,oe,yo,u,wo,we,wi,yu,eu,ui,i'.split(',')
/** Sound of each final consonant before another consonant: k, n, t, l, m, p or ng. */
const FINAL_SOUNDS = ',k,k,k,n,n,n,t,l,k,m,l,l,l,p,l,m,p,p,t,t,ng,t,t,k,t,p,t'.split(',')

/** Changes where a final and an initial sound meet: 종로 is jongno, 신라 silla, 독립 dongnip. */
const ASSIMILATIONS: readonly (readonly [RegExp, string])[] = [
  [/[nl]-[r]|l-n/g, 'l-l'],
  [/(ng|m)-r/g, '$1-n'],
  [/k-[nr]/g, 'ng-n'],
  [/t-[nr]/g, 'n-n'],
  [/p-[nr]/g, 'm-n'],
  [/k-m/g, 'ng-m'],
  [/t-m/g, 'n-m'],
  [/p-m/g, 'm-m'],
]

/** A Korean name in Revised Romanization: '왕십리' is 'wangsimni'. */
export function romanized(name: string): string {
  let text = ''
  let before: Syllable | null = null
  for (const character of name) {
    const syllable = decomposeSyllable(character)
    if (syllable) {
      const starts = INITIAL_LETTERS[syllable.initial] ?? ''
      // A final consonant before a vowel is spoken as the next syllable's first.
      const isCarried = before !== null && syllable.initial === 11 && before.final !== 21
      text += `${isCarried && before ? carriedSound(before.final) : before ? `${FINAL_SOUNDS[before.final]}-` : ''}${starts}${VOWEL_LETTERS[syllable.vowel]}`
    } else text += `${before ? FINAL_SOUNDS[before.final] : ''}${character.toLowerCase()}`
    before = syllable
  }
  text += before ? (FINAL_SOUNDS[before.final] ?? '') : ''
  for (const [met, spoken] of ASSIMILATIONS) text = text.replace(met, spoken)
  return text.replaceAll('-', '')
}

const LAX: Readonly<Record<string, string>> = {
  ...{ ㄲ: 'ㄱ', ㅋ: 'ㄱ', ㄸ: 'ㄷ', ㅌ: 'ㄷ', ㅃ: 'ㅂ', ㅍ: 'ㅂ', ㅆ: 'ㅅ', ㅉ: 'ㅈ', ㅊ: 'ㅈ' },
  ...{ ㅔ: 'ㅐ', ㅖ: 'ㅐ', ㅒ: 'ㅐ', ㅙ: 'ㅚ', ㅞ: 'ㅚ' },
}
const AFTER_PALATAL: Readonly<Record<string, string>> = { ㅑ: 'ㅏ', ㅕ: 'ㅓ', ㅛ: 'ㅗ', ㅠ: 'ㅜ' }

/** Key of Hangul that is the same for spellings that sound alike: 돈까쓰 and 돈가스, 쯔케멘 and 츠케멘, 모듬 and 모둠, 케익 and 케이크. */
export function soundOfHangul(text: string): string {
  const lax = (letter = '') => LAX[letter] ?? letter
  return [...text]
    .map((character) => {
      const syllable = decomposeSyllable(character)
      if (!syllable) return character
      const initial = lax(INITIAL_CONSONANTS[syllable.initial])
      const vowel = VOWELS[syllable.vowel] ?? ''
      const plain = /[ㅈㅅ]/.test(initial) ? (AFTER_PALATAL[vowel] ?? vowel) : vowel
      return initial + lax(plain) + lax(FINAL_CONSONANTS[syllable.final] ?? '')
    })
    .join('')
    .replaceAll('ㅁㅗㄷㅡㅁ', 'ㅁㅗㄷㅜㅁ')
    .replaceAll('ㄱㅐㅇㅣㄱㅡ', 'ㄱㅐㅇㅣㄱ')
}

/** Romanization by syllables, without assimilation: 종로 is jongro. */
export function spelledOut(name: string): string {
  return [...name].map(romanizedAlone).join('')
}

const alone = new Map<string, string>()

/** A cached romanization; all names together have some thousand different characters. */
function romanizedAlone(character: string): string {
  const known = alone.get(character) ?? romanized(character)
  if (decomposeSyllable(character)) alone.set(character, known)
  return known
}

function carriedSound(final: number): string {
  if (final === 0) return ''
  const letter = FINAL_CONSONANTS[final] ?? ''
  const pair = COMPOUND_LETTERS[letter]
  const spoken = INITIAL_LETTERS[INITIAL_CONSONANTS.indexOf(pair?.[1] ?? letter)] ?? ''
  return pair ? `${FINAL_SOUNDS[FINAL_CONSONANTS.indexOf(pair[0] ?? '')]}${spoken}` : spoken
}

/** English words for kinds of places, which people add or leave out, and the Korean endings that mean the same. */
const ENGLISH_KINDS: readonly (readonly [words: RegExp, ending: RegExp])[] = [
  [/(?:subway|train|railway|ktx|metro)?(?:station|subway|stn)$/, /역$/],
  [/(?:fish|seafood|traditional|night|folk)?market$/, /(?:수산|전통|재래|야|종합)*시장$/],
  [/(?:international|intl)?airport$/, /(?:국제)?공항$/],
  [/(?:national|womens|womans)*univ(?:ersity)?$/, /(?:여자)?대학교?$/],
  [/(?:express|intercity)?(?:bus)?terminal$/, /(?:종합|고속|시외|버스)*터미널$/],
  [/beach$/, /해수욕장$|해변$/],
  [/islands?$/, /[도섬]$/],
  [/(?:hanok|folk|culture|cultural|art|traditional|mural)*village$/, /(?:한옥|민속|문화|예술|벽화)*마을$|민속촌$/],
  [/(?:hangang|hanriver|river|lake|ecological|amusement)?park$/, /(?:한강|호수|생태)?공원$/],
  [/(?:nationalpark|mountains?|mt|peak)$/, /(?:국립공원|산|봉)$/],
  [/palace$/, /궁$/],
  [/temple$/, /[사암]$/],
  [/(?:fortress|castle)$/, /(?:산성|읍성|성)$/],
  [/(?:national)?museum$/, /박물관$/],
  [/(?:artmuseum|gallery)$/, /미술관$/],
  [/(?:waterfalls?|falls)$/, /폭포$/],
  [/cave$/, /동?굴$/],
  [/lake$/, /호수?$/],
  [/river$/, /강$/],
  [/stream$/, /천$/],
  [/bridge$/, /(?:대교|교|다리)$/],
  [/(?:port|harbor|harbour)$/, /항$/],
  [/gate$/, /문$/],
  [/tower$/, /타워$/],
  [/(?:wetlands?|bay)$/, /(?:만습지|습지|만)$/],
  [/valley$/, /계곡$/],
  [/(?:stadium|ballpark)$/, /(?:경기장|야구장|운동장)$/],
  [/(?:arboretum|botanicalgarden)$/, /(?:수목원|식물원)$/],
  [/departmentstore$/, /백화점$/],
  [/(?:district|gu)$/, /구$/],
  [/(?:city|si)$/, /시$/],
  [/(?:county|gun)$/, /군$/],
  [/dong$/, /동$/],
  [/(?:eup|myeon|province|street|gil|ro)$/, /[읍면도길로]$/],
]

const SAME_LETTERS: Readonly<Record<string, string>> = {
  k: 'g',
  t: 'd',
  p: 'b',
  f: 'b',
  v: 'b',
  r: 'l',
  c: 'g',
  q: 'g',
  z: 'j',
}

/** Latin letters reduced to what spellings share: Kangnam and Gangnam, Pusan and Busan. */
export function foldedEnglish(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/sh/g, 's')
    .replace(/ch/g, 'j')
    .replace(/young|yung|yeong/g, 'yong')
    .replace(/eo|u[h]?|oo|eu|ou|wo/g, 'o')
    .replace(/ae|ai|ay|e+/g, 'e')
    .replace(/ee|ea/g, 'i')
    .replace(/[ktpfvrcqz]/g, (letter) => SAME_LETTERS[letter] ?? letter)
    .replace(/(.)\1+/g, '$1')
}

/** Keys under which a Korean name is indexed for Latin letters: by rule, by sound, and with its kind in English. */
export function getLatinIndexKeys(name: string): string[] {
  const english = romanized(name)
  // An alias in English stays whole: without its kind, 'koreanfolkvillage' would be 'korean'.
  if (!/[가-힣]/.test(name)) return [english, foldedEnglish(english)]
  const kinds = ENGLISH_KINDS.flatMap(([, ending], kind) => {
    const own = name.replace(ending, '')
    return own === name || own === '' ? [] : [keyOfKind(romanized(own), kind)]
  })
  const spelt = spelledOut(name)
  return [
    english,
    foldedEnglish(english),
    ...[english, spelt].map(withoutEnglishKind).map(foldedEnglish),
    foldedEnglish(spelt),
    ...kinds,
  ]
}

/** Keys to look up a name typed in Latin letters, the most exact first. */
export function getLatinLookupKeys(typed: string): string[] {
  const text = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  const own = withoutEnglishKind(text)
  const kinds = ENGLISH_KINDS.flatMap(([words], kind) => (words.test(text) ? [keyOfKind(own, kind)] : []))
  return [text, foldedEnglish(text), ...kinds, own, foldedEnglish(own)]
}

/** A name in Latin letters without its ending that names a kind of place: 'gangnam' of 'gangnamstation'. */
export function withoutEnglishKind(text: string): string {
  const [words] = ENGLISH_KINDS.find(([found]) => found.test(text)) ?? []
  return words ? text.replace(words, '') : text
}

function keyOfKind(own: string, kind: number): string {
  return `${foldedEnglish(own)} ${kind}`
}
