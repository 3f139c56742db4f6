import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { foundPlaces } from './places.ts'

test('the Enter that completes a syllable searches no place and sends no post', { tag: '@wide' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/add_post')
  const asked: string[] = []
  page.on('request', (request) => {
    const data = request.postData()
    if (/searchPlaces|addPost|geocode/.test(data ?? '')) asked.push(data ?? '')
  })
  const picker = page.getByLabel('장소 검색어')
  const title = page.getByLabel('상호명')
  for (const field of [picker, title]) {
    await field.focus()
    const keyboard = await page.context().newCDPSession(page)
    await keyboard.send('Input.imeSetComposition', { text: '해운대', selectionStart: 3, selectionEnd: 3 })
    await expect(field).toHaveValue('해운대')
    // Chrome sends the key while it composes.
    const enter = { key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 } as const
    await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
    await keyboard.send('Input.insertText', { text: '해운대' })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
    expect(await pressLikeSafari(field)).toBe('kept from the form')
    await expect(field).toHaveValue('해운대')
  }
  expect(asked).toEqual([])
  await picker.press('Enter')
  await expect(foundPlaces(page).first()).toContainText('해운대')
  expect(asked).toHaveLength(1)
  await expect(page).toHaveURL(/\/add_post$/)
})

/** Safari ends the composition first, and then sends the key as 229. */
function pressLikeSafari(field: Locator): Promise<string> {
  return field.evaluate((input) => {
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '해운대' }))
    const key = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key: 'Enter', keyCode: 229 })
    return input.dispatchEvent(key) ? 'left to the form' : 'kept from the form'
  })
}
