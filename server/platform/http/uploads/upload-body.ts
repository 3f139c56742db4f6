import type { IncomingMessage } from 'node:http'
import { refusalError } from '../../pictures/picture.ts'

const LINGER_MS = 3000

/** Reads and drops the rest of the body: closing a socket with unread bytes would lose the response. */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  request.unpipe()
  request.resume()
  const cut = setTimeout(() => request.destroy(), LINGER_MS)
  request.once('close', () => clearTimeout(cut))
  request.once('end', () => clearTimeout(cut))
}

const HEAD = /^data:image\/(?:png|jpe?g);base64,/i
const MAX_HEAD = 40

/** Decodes a `data:` URI; other texts are refused, and no URL is fetched. @throws {AppError} BAD_USER_INPUT */
export async function* decodeDataUri(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: string | null = ''
  let carry = ''
  for await (const chunk of source) {
    let text = Buffer.from(chunk).toString('latin1')
    if (head !== null) {
      head += text
      if (head.length < MAX_HEAD && !head.includes(',')) continue
      const start = HEAD.exec(head)?.[0].length
      if (start === undefined) throw refusalError('type')
      text = head.slice(start)
      head = null
    }
    carry += text
    // Four characters encode three bytes; the rest waits for the next chunk.
    const whole = carry.length - (carry.length % 4)
    yield decodeBase64(carry.slice(0, whole))
    carry = carry.slice(whole)
  }
  if (head !== null && head !== '') throw refusalError('type')
  if (carry !== '') yield decodeBase64(carry)
}

function decodeBase64(base64: string): Buffer {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw refusalError('damaged')
  return Buffer.from(base64, 'base64')
}
