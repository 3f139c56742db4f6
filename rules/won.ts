const digits = '일이삼사오육칠팔구'
const COUNT = `(\\d+(?:\\.\\d+)?|[${digits}])`
const BELOW_TEN_THOUSAND = new RegExp(`^(?:${COUNT}?(천))?(?:${COUNT}?(백))?(?:${COUNT}?(십))?${COUNT}?$`)

/** Longest text that is read, in characters without commas; no amount is longer. */
const LONGEST = 15

/**
 * An amount as people write it: '9,500원', '3천원', '1만 2천', '만이천', '삼천오백'. Null for anything else, and for what may mean
 * two amounts: '1만2'.
 */
export function parseWon(typed: string): number | null {
  const text = typed.replace(/[\s,]/g, '').replace(/^₩/, '').replace(/원$/, '')
  // A longer number would be rounded, or infinite.
  if (text.length > LONGEST) return null
  if (/^\d+$/.test(text)) return Number(text)
  const [, before, after = ''] = /^(?:(.*)만)?(.*)$/.exec(text) ?? []
  const [large, small] = [before === '' ? 1 : belowTenThousand(before ?? ''), belowTenThousand(after)]
  if (text === '' || large === null || small === null) return null
  const won = Math.round((large * 10_000 + small) * 100) / 100
  return won > 0 && won % 10 === 0 ? won : null
}

/** 0 for an empty text; null for anything that is no amount below 10,000. */
function belowTenThousand(text: string): number | null {
  const match = BELOW_TEN_THOUSAND.exec(text)
  if (!match) return null
  const [, thousands, thousand, hundreds, hundred, tens, ten, ones = '0'] = match
  return (
    (thousand ? 1000 * countOf(thousands) : 0) +
    (hundred ? 100 * countOf(hundreds) : 0) +
    (ten ? 10 * countOf(tens) : 0) +
    countOf(ones)
  )
}

/** Number of a digit or figure; 1 if '천' stands alone. */
function countOf(text = '1'): number {
  const digit = digits.indexOf(text)
  return digit === -1 ? Number(text) : digit + 1
}
