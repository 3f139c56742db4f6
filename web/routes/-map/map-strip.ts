import { type RefObject, useEffect, useRef } from 'react'

/**
 * While the cards of the strip are swiped, marks the one in the middle.
 * @param ids of the posts in the list
 * @param onMiddle called with the id of the post in the middle
 * @returns `swipe`, to be called when the strip is touched, and whether a card was marked by swiping, asked once for each
 */
export function useMiddleCard(
  strip: RefObject<HTMLElement | null>,
  isStrip: boolean,
  ids: readonly string[],
  onMiddle: (id: string) => void,
) {
  const isSwiping = useRef(false)
  const swiped = useRef<string | null>(null)
  const latest = useRef(onMiddle)
  latest.current = onMiddle
  const key = ids.join()
  useEffect(() => {
    isSwiping.current = false
    if (!isStrip || !strip.current || key === '') return
    const posts = key.split(',')
    const cards = [...strip.current.children]
    const observer = new IntersectionObserver(
      (entries) => {
        const middle = entries.find(({ isIntersecting }) => isIntersecting)
        const id = middle && posts[cards.indexOf(middle.target)]
        if (!id || !isSwiping.current) return
        swiped.current = id
        latest.current(id)
      },
      { root: strip.current, rootMargin: '0px -49%' },
    )
    for (const card of cards) observer.observe(card)
    return () => observer.disconnect()
  }, [strip, isStrip, key])
  const swipe = () => {
    isSwiping.current = true
  }
  return {
    swipe,
    wasSwiped: (id: string) => {
      const is = swiped.current === id
      swiped.current = null
      return is
    },
  }
}
