import { useRef } from 'react'

/** Idempotency key of a submission: a retry after a lost response adds nothing twice. */
export function useIdempotencyKey(): (content: string) => string {
  const sent = useRef({ content: '', key: '' })
  return (content) => {
    if (sent.current.content !== content) sent.current = { content, key: crypto.randomUUID() }
    return sent.current.key
  }
}
