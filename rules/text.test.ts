import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { cleanLine, cleanText, composeText, countCharacters, cutCharacters, withoutControlCharacters } from './text.ts'

/** Invisible characters of every kind that has been used to imitate a name. */
const invisible = [
  ...'\u00AD\u034F\u061C\u115F\u1160\u17B4\u180B\u180E\u180F\u200B\u200C\u200D\u200E\u200F\u202A\u202E\u2060\u2064\u2066\u2069',
  ...'\u206F\u2800\u3164\uFE00\uFE0E\uFE0F\uFEFF\uFFA0\uFFF9\u{E0001}\u{E0020}\u{E0061}\u{E007F}\u{E0100}\u{E01EF}\u{1BCA0}\u{1D173}',
]
const letters = [
  'a',
  'é',
  'e',
  '\u0301',
  '\u0344'.repeat(40),
  '\u0316'.repeat(40),
  '가',
  '\u1100',
  '\u1161',
  '한',
  ' ',
  '\n',
  '1',
  '日',
  '🍜',
  '👨',
  '🏽',
  '🏴',
]

const emoji = [
  '👨‍👩‍👧‍👦',
  '👩🏽‍🚀',
  '🏳️‍🌈',
  '❤️',
  '1️⃣',
  '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  '🇰🇷',
  '👁️‍🗨️',
  '☺︎',
]

/** Any text of any code points. fast-check's own 'binary' unit takes a second to set up. */
const anyCodePoints = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 10 })
  .map((codes) => String.fromCodePoint(...codes).toWellFormed())

/** Texts that mix hostile characters with ordinary ones. */
const hostile = fc.array(fc.constantFrom(...invisible, ...letters), { maxLength: 12 }).map((parts) => parts.join(''))
const anyText = fc.oneof(anyCodePoints, fc.string({ unit: 'grapheme' }), hostile)

test('cleaning a cleaned line changes nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const line = cleanLine(text)
      expect(cleanLine(line)).toBe(line)
      expect(line).toBe(line.normalize('NFC'))
      expect(line).not.toMatch(/^\s|\s$|\s\s|[\n\r\t]/u)
    }),
    { numRuns: 500 },
  )
})

test('cleaning a cleaned text changes nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const clean = cleanText(text)
      expect(cleanText(clean)).toBe(clean)
      expect(clean).toBe(clean.normalize('NFC'))
      expect(clean).not.toContain('\r')
      expect(clean).toBe(clean.trim())
    }),
    { numRuns: 500 },
  )
})

test('of a row of combining marks the first eight stay, before they are sorted', () => {
  const above = '\u0301'.repeat(15_000)
  const below = '\u0316'.repeat(15_000)
  let sorted = 0
  const { normalize } = String.prototype
  onTestFinished(() => {
    String.prototype.normalize = normalize
  })
  String.prototype.normalize = function (this: string, form) {
    sorted = this.length
    return normalize.call(this, form)
  }
  for (const clean of [composeText, cleanLine, cleanText]) {
    expect(countCharacters(clean(`e${above}${below}`))).toBe(8)
    expect(sorted).toBe(9)
  }
  expect(cleanLine('각'.normalize('NFD').repeat(5000))).toBe('각'.repeat(5000))
})

test('composed and decomposed texts become equal', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      // From a longer row of marks, another part is cut off.
      fc.pre(!/\p{M}{9}/u.test(text.normalize('NFD').replace(/[\p{Cf}\p{DI}]/gu, '')))
      expect(cleanLine(text.normalize('NFD'))).toBe(cleanLine(text))
      expect(cleanText(text.normalize('NFD'))).toBe(cleanText(text))
    }),
  )
})

test('an invisible character among letters never makes another name', () => {
  fc.assert(
    fc.property(fc.constantFrom(...invisible), fc.constantFrom(...invisible), fc.nat(3), (one, two, at) => {
      const name = '관리자'
      expect(cleanLine(name.slice(0, at) + one + two + name.slice(at))).toBe(name)
    }),
    { numRuns: 1000 },
  )
})

test('a text of only invisible characters and white space becomes empty', () => {
  const nothing = fc.array(fc.constantFrom(...invisible, ' ', '\n', '\u3000', '\u2028'), { maxLength: 10 })
  fc.assert(
    fc.property(nothing, (characters) => {
      expect(cleanLine(characters.join(''))).toBe('')
      expect(cleanText(characters.join(''))).toBe('')
    }),
    { numRuns: 500 },
  )
})

test.each(emoji)('%s stays whole, alone, in a row and between words', (symbol) => {
  for (const text of [symbol, symbol + symbol, `맛${symbol}집`, `${symbol} ${symbol}`]) {
    expect(cleanLine(text)).toBe(text)
    expect(cleanText(text)).toBe(text)
  }
})

test.each(['\u{E0061}', '\u{1F3F4}\u{E0061}', '\u200D', '\uFE0F', '👨\u200D', '\u202E', ' ', 'a ', '\n ', 'a\u0301'])(
  'the time to clean a text full of %j grows linearly with its length',
  (unit) => {
    const text = unit.repeat(600_000 / unit.length)
    const started = performance.now()
    cleanLine(text)
    cleanText(text)
    // Some tens of milliseconds; quadratic time would be minutes.
    expect(performance.now() - started).toBeLessThan(20_000)
  },
)

test.each([
  ['tags without a flag', '\u{E0061}\u{E0062}\u{E007F}'],
  ['an annotation', '\uFFF9\uFFFA'],
  ['a separator of annotations', '\uFFFB'],
  ['deprecated format characters', '\u206A\u206F'],
  ['invisible signs of music', '\u{1D173}\u{1D17A}'],
  ['a language tag', '\u{E0001}\u{E006B}'],
])('%s are dropped from a text of several lines, and a flag stays', (_, hidden) => {
  const flag = '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'
  expect(cleanText(`첫 줄${hidden} ${flag}\n${hidden}둘째 줄`)).toBe(`첫 줄 ${flag}\n둘째 줄`)
})

test('characters that reorder text never stay in a text of several lines', () => {
  const reordering = [...'\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069']
  for (const one of reordering)
    expect(cleanText(`첫 줄 ${one}12,000원${one}\n${one}둘째 줄`)).toBe('첫 줄 12,000원\n둘째 줄')
  expect(cleanText(`${reordering.join('')}👨${'\u202E'}\u200D👩`)).toBe('👨\u200D👩')
})

test('a text keeps its line breaks, a line loses them', () => {
  expect(cleanText(' 하나\r\n둘\r셋\n\n넷 ')).toBe('하나\n둘\n셋\n\n넷')
  expect(cleanLine(' 하나\r\n둘\t \u3000셋\u2028넷 ')).toBe('하나 둘 셋 넷')
})

test.each([
  ['a line feed', '\n', '\n'],
  ['a tab', '\t', '\t'],
  ['a vertical tab, a soft line break of Word', '\v', '\n'],
  ['a form feed, a page of a printout', '\f', '\n'],
  ['the next line of a mainframe', '\u0085', '\n'],
  ['a line separator', '\u2028', '\n'],
  ['a paragraph separator', '\u2029', '\n'],
  ['NUL', '\0', ''],
  ['a bell', '\x07', ''],
  ['a backspace', '\b', ''],
  ['a separator of records', '\x1e', ''],
  ['the start of a colour in a terminal', '\x1b', ''],
  ['delete', '\x7f', ''],
  ['a byte of Windows-1252 that was taken for a character', '\x92', ''],
  ['a C1 control', '\x9f', ''],
  ['half an emoji', '\ud83c', ''],
  ['the other half', '\udf5c', ''],
  ['no character', '\uffff', ''],
  ['no character beyond the first plane', '\u{1fffe}', ''],
])('%s is kept, a line break, or gone, and never a reason to refuse a text', (_, sign, left) => {
  expect(withoutControlCharacters(`첫${sign}둘`)).toBe(`첫${left}둘`)
  expect(cleanText(`첫${sign}둘${sign}`)).toBe(`첫${left}둘`)
  expect(cleanLine(`${sign}첫${sign}둘`)).toBe(left === '' ? '첫둘' : '첫 둘')
})

test('a plain text is well-formed, has no control characters, and stays as it is', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.string({ unit: 'binary' }), fc.stringMatching(/^[\s\S]{0,9}$/)), (text) => {
      const plain = withoutControlCharacters(text)
      expect(plain.isWellFormed()).toBe(true)
      expect(plain).not.toMatch(/[^\P{Cc}\t\n\r]|[\u2028\u2029]/u)
      expect(withoutControlCharacters(plain)).toBe(plain)
    }),
  )
})

test.each([
  ['an accent', '\u0301'],
  ['accents', '\u0301\u0316\u20DD'],
  ['a vowel sign of Devanagari', '\u093E'],
  ['what no version of Unicode has', '\u0378'],
  ['the last of a plane', '\u{E0FFF}'],
  ['a sign of a private font', '\uE000\u{F0000}'],
  ['a blank pattern of dots', '\u2800'],
  ['a Hangul filler', '\u3164'],
  ['a filler of half width', '\uFFA0'],
  ['an initial filler', '\u115F'],
  ['the place of an object', '\uFFFC'],
  ['a note head that is blank', '\u{1D159}'],
  ['a blank hieroglyph', '\u{13441}'],
  ['blank and marked', '\u2800\u0301 \u3164\u0301'],
])('a name of only %s shows nothing', (_, text) => {
  expect(cleanLine(text)).toBe('')
  expect(cleanText(`${text}\n${text}`)).toBe('')
})

test.each(['-', '.', '7', '🍜', 'ㅋ', '한\u0301', 'é', '₩', '★', '・', '\u{1FAFF}', '日', 'ا'])(
  'a name of only %s shows something',
  (text) => {
    expect(cleanLine(text)).toBe(text)
    expect(cleanText(text)).toBe(text)
  },
)

test('characters are counted and cut by code points', () => {
  fc.assert(
    fc.property(anyText, fc.nat(30), (text, limit) => {
      expect(countCharacters(text)).toBe([...text].length)
      const cut = cutCharacters(text, limit)
      expect(countCharacters(cut)).toBe(Math.min(limit, countCharacters(text)))
      expect(text.startsWith(cut)).toBe(true)
      if (text.isWellFormed()) expect(cut.isWellFormed()).toBe(true)
    }),
  )
  expect(countCharacters('👨‍👩‍👧‍👦')).toBe(7)
})
