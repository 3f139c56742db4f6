import { postPath } from '#rules/paths.ts'

let last: { id: string; file: string } | undefined

/**
 * Address of the file in which a card on the page shows a post's photo, or showed it when this was last called for the
 * post; undefined without one. Only for the browser.
 */
export function shownPhoto(id: string): string | undefined {
  const photo = document.querySelector<HTMLImageElement>(`a[href="${postPath(id)}"] img`)
  if (photo?.complete && photo.naturalWidth > 0) last = { id, file: photo.currentSrc }
  return last?.id === id ? last.file : undefined
}
