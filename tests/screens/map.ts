import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

/** Parts of the map's screen. */
export const mapRegion = page.getByRole('region', { name: '맛집 지도' })
export const postList = page.getByRole('region', { name: '지도에 보이는 글' })
export const keywordField = page.getByRole('combobox', { name: '지도 검색어' })
export const countStatus = postList.getByRole('status').first()
export const searchAgainButton = page.getByRole('button', { name: '이 지역에서 다시 찾기' })

/** The pin that only says where a place is. */
export const placePin = () => mapRegion.element().querySelector<HTMLElement>('.marker-pin')

/** Types a keyword into the field and presses Enter. */
export async function searchMap(keyword: string): Promise<void> {
  await keywordField.fill(keyword)
  await userEvent.keyboard('{Enter}')
}

/** Resolves once the map is drawn. */
export async function untilDrawn(): Promise<void> {
  await expect.element(mapRegion).toHaveAttribute('data-status', 'success')
}

/** Bounding box of the element that a locator or a selector finds. */
export function boxOf(what: Locator | string): DOMRect {
  const element = typeof what === 'string' ? document.querySelector(what) : what.element()
  if (!element) throw new Error(`nothing is ${what}`)
  return element.getBoundingClientRect()
}

/** Whether two boxes share a part of the page. */
export function doOverlap(one: DOMRect, other: DOMRect): boolean {
  const isBeside = one.right <= other.left || other.right <= one.left
  return !isBeside && one.bottom > other.top && other.bottom > one.top
}

/** Resolves once the whole marker lies within the map and below nothing. */
export async function expectPinVisible(pin: Locator): Promise<void> {
  await expect.element(pin).toBeVisible()
  await expect.poll(() => whatHides(pin)).toEqual([])
}

/** 'the edge of the map' if the marker reaches beyond it, and selectors of what covers the marker. */
function whatHides(pin: Locator): string[] {
  const [outer, box] = [boxOf(mapRegion), boxOf(pin)]
  const isWithin =
    box.left >= outer.left && box.right <= outer.right && box.top >= outer.top && box.bottom <= outer.bottom
  const covers = ['.map-list', '.map-tools', '.map-keyword'].filter((cover) => doOverlap(box, boxOf(cover)))
  return [...(isWithin ? [] : ['the edge of the map']), ...covers]
}
