import { useRef } from 'react'

/** Returns the idempotency key for sent content, the same for equal content: a retry after a lost response adds nothing twice. */
export function useIdempotencyKey(): (content: string) => string {
  const sent = useRef({ content: '', key: '' })
  return (content) => {
    if (sent.current.content !== content) sent.current = { content, key: crypto.randomUUID() }
    return sent.current.key
  }
}
