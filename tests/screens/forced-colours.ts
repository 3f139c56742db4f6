import { cdp } from 'vitest/browser'

/** Turns forced colours on or off, which a contrast theme of Windows brings. */
export function forceColours(value: 'active' | 'none'): Promise<unknown> {
  const features = [
    { name: 'forced-colors', value },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]
  return cdp().send('Emulation.setEmulatedMedia', { features })
}

const PARTS = [null, '::before', '::after'] as const

/** Icons (masks over a background) that forced colours hide, because their background gets the colour of their surroundings. */
export async function signsLostInForcedColours(): Promise<string[]> {
  await forceColours('active')
  try {
    return [...document.querySelectorAll('body *')].flatMap((element) =>
      PARTS.filter((part) => {
        const { maskImage, backgroundColor } = getComputedStyle(element, part)
        const behind = part ? element : element.parentElement
        return maskImage !== 'none' && (isClear(backgroundColor) || backgroundColor === groundOf(behind))
      }).map((part) => `${element.className} ${element.getAttribute('name') ?? ''}${part ?? ''}`),
    )
  } finally {
    await forceColours('none')
  }
}

const isClear = (colour: string) => /^rgba\(.*, 0\)$/.test(colour)

function groundOf(element: Element | null): string {
  if (!element) return 'rgb(255, 255, 255)'
  const { backgroundColor } = getComputedStyle(element)
  return isClear(backgroundColor) ? groundOf(element.parentElement) : backgroundColor
}
