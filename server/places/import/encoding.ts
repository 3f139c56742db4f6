import iconv from 'iconv-lite'

export type Encoding = 'utf-8' | 'cp949'

/** Decodes whole lines. */
export type Decode = (bytes: Buffer) => string

/**
 * Distinguishes UTF-8 from CP949 by the start of a file: Korean text in CP949 is never valid UTF-8. The sample may end
 * in the middle of a character.
 */
export function detectEncoding(sample: Buffer): Encoding {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
    return 'utf-8'
  } catch {
    return 'cp949'
  }
}

/** A decoder that replaces unreadable bytes by U+FFFD. */
export function decoderOf(encoding: Encoding): Decode {
  // TextDecoder's 'euc-kr' lacks the 8,822 syllables that CP949 adds to it, such as 똠.
  if (encoding === 'cp949') return (bytes) => iconv.decode(bytes, 'cp949')
  const decoder = new TextDecoder('utf-8')
  return (bytes) => decoder.decode(bytes)
}
