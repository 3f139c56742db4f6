import iconv from 'iconv-lite'

/** A text of UTF-8, UTF-16 with its mark, or CP949, which Korean programs write. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // TextDecoder's 'euc-kr' lacks the 8,822 syllables that CP949 adds to it, such as 똠.
    return iconv.decode(Buffer.from(bytes), 'cp949')
  }
}
