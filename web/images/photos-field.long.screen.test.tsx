import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { errorMessages, failures } from '#rules/errors.ts'
import { MAX_POST_IMAGES, postMessages } from '#rules/post.ts'
import { failedUploadsMessage, imageLimits } from '#rules/uploads.ts'
import { signUpAnswers } from '#tests/fake-account.ts'
import { fakePhoto } from '#tests/fake-photo.ts'
import { ownMap } from '#tests/fake-places.ts'
import { answerInPages } from '#tests/fake-posts.ts'
import { type Answers, openScreen } from '#tests/screens/open-screen.tsx'
import { interceptUploads, pictureFile, type Upload } from '#tests/screens/pictures.ts'
import { viewer } from '#tests/viewer.ts'

const api: Answers = { ...ownMap, getPosts: answerInPages([]), addPost: { count: 1, id: '7' } }
const form = { api, viewer, width: 1280 } as const
const button = (name: string) => page.getByRole('button', { name })
const control = page.getByRole('group', { name: '사진' })
const alert = control.getByRole('alert')
const retry = control.getByRole('button', { name: '다시 시도' })
const chooseOther = control.getByRole('button', { name: '다른 사진 고르기' })
const tiles = control.getByAltText(/^사진 \d+\/\d+$/)
const overlay = page.getByRole('dialog', { name: '사진을 올리는 중' })
const title = page.getByLabelText('상호명')
const contents = page.getByLabelText('상세내용')
const overlays = () => history.state?.overlays ?? 0
/** File that begins like a photo. */
const broken = () => new File([new Uint8Array([0xff, 0xd8, 0xff]), 'no more'], 'broken.jpg')
const heic = new File(['....ftypheic: this browser cannot open it'], 'IMG_0004.HEIC')
const sources = () => tiles.elements().map((tile) => tile.getAttribute('src'))

const choose = (...files: File[]) =>
  userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, files)

/** Its address tells which file it is. */
const urlOf = ({ file }: Upload) => `${fakePhoto().url}#${file.name}`
const accept = (upload: Upload) => upload.accept(urlOf(upload))

test('a damaged file is refused, another can be chosen, and nothing typed is lost', async () => {
  interceptUploads((upload) => (upload.file.name === 'broken.jpg' ? upload.refuse(400) : upload.accept('/nowhere.png')))
  await openScreen('/add_post', { api, viewer })
  await title.fill('을지로 손칼국수')
  scrollTo({ top: 0, behavior: 'instant' })
  await choose(broken())
  await expect.element(alert).toHaveTextContent(failures.imageUpload)
  await expect.element(retry).not.toBeInTheDocument()
  const isCovered = () => {
    const { left, right, top, bottom } = alert.element().getBoundingClientRect()
    return !alert.element().contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
  }
  await expect.poll(isCovered).toBe(false)
  const pressed = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {})
  await chooseOther.click()
  expect(pressed).toHaveBeenCalledOnce()
  // A picture that cannot be shown at its address is shown as it was sent.
  await choose(await pictureFile('whole.png', { width: 300 }))
  await expect.element(tiles).toHaveAttribute('src', expect.stringMatching(/^blob:/))
  await expect.poll(() => (tiles.element() as HTMLImageElement).naturalWidth).toBe(300)
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(title).toHaveValue('을지로 손칼국수')
})

test('of several photos those that are refused are named, each with its reason', async () => {
  interceptUploads((upload) => (upload.file.name === 'broken.jpg' ? upload.refuse(400) : accept(upload)))
  await openScreen('/add_post', form)
  await choose(heic, await pictureFile('whole.png'), broken())
  const refused = [`IMG_0004.HEIC: ${failures.imageType}`, `broken.jpg: ${failures.imageUpload}`]
  await expect.poll(() => alert.elements().map(({ textContent }) => textContent)).toEqual([refused.join('\n')])
  await expect.element(tiles).toBeVisible()
  await expect.element(chooseOther).toBeVisible()
})

test('without a network the upload says so, the form leads to it, and it works again afterwards', async () => {
  const taken = interceptUploads((upload) =>
    taken.length === 0 ? accept(upload) : taken.length === 1 && upload.lose(),
  )
  await openScreen('/add_post', form)
  await title.fill('을지로 손칼국수')
  await choose(await pictureFile('1.png'))
  await expect.element(alert).toHaveTextContent(failures.offline)
  await expect.element(overlay).not.toBeInTheDocument()
  await contents.fill('겉절이가 맛있어요.')
  for (const _ of [1, 2]) {
    await button('등록하기').click()
    await expect.element(alert).toHaveTextContent(postMessages.imagesFailed)
    await expect.element(retry).toHaveFocus()
    await expect.element(retry).toBeInViewport()
  }
  await retry.click()
  await expect.poll(() => taken.length).toBe(2)
  accept(taken[1] as Upload)
  await expect.element(tiles).toBeVisible()
  await expect.element(button('사진 추가')).toHaveFocus()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(title).toHaveValue('을지로 손칼국수')
})

test('a slow upload shows its progress, and ends when it is cancelled, by the button or by Back', async () => {
  const taken = interceptUploads()
  const screen = await openScreen('/add_post', { api, viewer })
  const begin = async () => {
    await choose(await pictureFile('1.png'))
    await expect.element(overlay).toBeVisible()
    await expect.poll(() => taken.at(-1)?.isAborted).toBe(false)
    await expect.poll(overlays).toBe(1)
  }
  await begin()
  taken[0]?.send(0.42)
  await expect.element(overlay.getByRole('progressbar')).toHaveAttribute('value', '42')
  await expect.element(overlay).toMatchTextContent('42%')
  await overlay.getByRole('button', { name: '취소' }).click()
  await expect.element(overlay).not.toBeInTheDocument()
  expect(taken[0]?.isAborted).toBe(true)
  await expect.poll(overlays).toBe(0)
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(button('사진 고르기')).toBeVisible()
  await begin()
  history.back()
  await expect.element(overlay).not.toBeInTheDocument()
  await expect.poll(() => taken[1]?.isAborted).toBe(true)
  expect(screen.url).toBe('/add_post')
})

test('Enter cancels no upload, a screen reader is told of it, and the other fields keep their text', async () => {
  const taken = interceptUploads()
  await openScreen('/add_post', form)
  await contents.fill('국물이 진해요')
  await title.fill('을지로 손칼국수')
  await choose(await pictureFile('1.png'))
  await expect.element(overlay).toHaveFocus()
  await expect.element(overlay.getByRole('status')).toHaveTextContent('사진을 올리는 중')
  await userEvent.keyboard('{Enter} ')
  await expect.element(overlay).toBeVisible()
  await expect.poll(() => taken.length).toBe(1)
  accept(taken[0] as Upload)
  await expect.element(tiles).toBeVisible()
  await expect.element(title).toHaveValue('을지로 손칼국수')
  await expect.element(contents).toHaveValue('국물이 진해요')
})

/** Pastes as the keyboard does; returns whether the page handled it. */
function paste(selector: string, picture: File, text?: string): boolean {
  const data = new DataTransfer()
  data.items.add(picture)
  if (text) data.setData('text/plain', text)
  const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
  return !(document.querySelector(selector) as Element).dispatchEvent(event)
}
const pasted = async () => new File([await pictureFile('image.png')], 'image.png', { type: 'image/png' })

test('a picture can be pasted anywhere in the form; a text with a picture stays text', async () => {
  const taken = interceptUploads(accept)
  await openScreen('/add_post', form)
  expect(paste('textarea', await pasted(), '표에서 복사한 글')).toBe(false)
  expect(paste('textarea', await pasted())).toBe(true)
  await expect.element(tiles).toBeVisible()
  await button('사진 1 삭제').click()
  expect(paste('body', await pasted())).toBe(true)
  await expect.element(tiles).toBeVisible()
  expect(taken).toHaveLength(2)
})

test('sign-up accepts pasted pictures for the portrait', async () => {
  interceptUploads(accept)
  await openScreen('/account/sign_up', { api: { ...signUpAnswers }, width: 1280 })
  expect(paste('input[name=username]', await pasted())).toBe(true)
  await expect.element(page.getByAltText('선택한 사진')).toBeVisible()
})

test('limits are shown beforehand, and a larger file is refused before it is sent', async () => {
  const taken = interceptUploads()
  await openScreen('/add_post', form)
  await expect.element(page.getByText('JPG, PNG · 50MB까지')).toBeVisible()
  await choose(await pictureFile('narrow.png', { width: 1700, height: 100 }))
  await expect.element(alert).toHaveTextContent(failures.imageShape)
  const large = broken()
  Object.defineProperty(large, 'size', { value: imageLimits.sourceBytes + 1 })
  paste('body', large)
  await expect.element(alert).toHaveTextContent(errorMessages.TOO_LARGE)
  await expect.element(retry).not.toBeInTheDocument()
  expect(taken).toEqual([])
})

test('a post takes ten photos: of eleven the last is refused, and ten stay', async () => {
  interceptUploads(accept)
  const screen = await openScreen('/add_post', { api, viewer })
  await title.fill('사진 열 장인 집')
  await contents.fill('하나씩 보세요.')
  const names = Array.from({ length: MAX_POST_IMAGES + 1 }, (_, n) => `${n}.png`)
  await choose(...(await Promise.all(names.map((name) => pictureFile(name)))))
  await expect.poll(() => tiles.elements().length).toBe(10)
  await expect.element(alert).toHaveTextContent('사진은 10장까지 올릴 수 있어요.')
  await expect.element(control.getByText('10 / 10')).toBeVisible()
  await expect.element(control.getByRole('button', { name: '사진 추가' })).not.toBeInTheDocument()
  await button('등록하기').click()
  await expect.element(page.getByRole('dialog', { name: postMessages.added })).toBeVisible()
  const sent = screen.asked.find(({ name }) => name === 'addPost')?.variables.images as string[]
  expect(sent.map((url) => url.split('#')[1])).toEqual(names.slice(0, 10))
})

test('a photo that goes up slowly shows its progress in its own tile, beside one that waits', async () => {
  const taken = interceptUploads((upload) => upload.file.name === '1.png' && accept(upload))
  await openScreen('/add_post', { api, viewer })
  await choose(await pictureFile('1.png'), await pictureFile('2.png'), await pictureFile('3.png'))
  await expect.poll(() => taken.length).toBe(2)
  taken[1]?.send(0.42)
  const tile = (number: number) => control.getByRole('listitem').filter({ has: button(`사진 ${number} 올리기 취소`) })
  await expect.element(tile(2).getByRole('progressbar', { name: '사진 올리기' })).toHaveAttribute('value', '42')
  await expect.element(tile(2)).toMatchTextContent('42%')
  await expect.element(tile(3)).toMatchTextContent('기다리는 중')
  await expect.element(tile(3).getByRole('progressbar')).not.toBeInTheDocument()
  expect(tiles.elements()).toHaveLength(1)
  accept(taken[1] as Upload)
  await expect.poll(() => taken.length).toBe(3)
  accept(taken[2] as Upload)
  await expect.poll(() => tiles.elements().length).toBe(3)
})

test('photos that go up after a vain submit are no fault of the form', async () => {
  const taken = interceptUploads()
  await openScreen('/add_post', { api, viewer })
  await button('등록하기').click()
  await expect.element(page.getByText(postMessages.titleEmpty)).toBeVisible()
  await choose(await pictureFile('1.png'), await pictureFile('2.png'))
  await expect.poll(() => taken.length).toBe(1)
  await expect.element(page.getByText('기다리는 중')).toBeVisible()
  await expect.element(page.getByText(postMessages.imagesRunning)).not.toBeInTheDocument()
  accept(taken[0] as Upload)
  await expect.poll(() => taken.length).toBe(2)
  accept(taken[1] as Upload)
  await expect.poll(() => tiles.elements().length).toBe(2)
})

test('one of several photos that failed is sent again alone, and keeps its place', async () => {
  const taken = interceptUploads((upload) => (taken.length === 2 ? upload.lose() : accept(upload)))
  await openScreen('/add_post', { api, viewer })
  const names = ['1.png', '2.png', '3.png']
  await choose(...(await Promise.all(names.map((name) => pictureFile(name)))))
  await expect.poll(() => taken.length).toBe(3)
  await expect.poll(() => tiles.elements().length).toBe(2)
  expect(retry.elements()).toHaveLength(1)
  await retry.click()
  await expect.poll(() => tiles.elements().length).toBe(3)
  await expect.element(retry).not.toBeInTheDocument()
  expect(taken.map(({ file }) => file.name)).toEqual([...names, '2.png'])
  expect(sources().map((url) => url?.split('#')[1])).toEqual(names)
})

test('Back ends an upload before it leaves the form, and a draft tells of photos that were not up', async () => {
  let isHeld = true
  const taken = interceptUploads((upload) => !isHeld && accept(upload))
  const screen = await openScreen('/account/my_list', { api, viewer })
  await page.getByRole('link', { name: '글쓰기' }).first().click()
  await title.fill('사진 많은 집')
  const lost = (count: number) => control.getByText(failedUploadsMessage(count))
  await choose(await pictureFile('1.png'), await pictureFile('2.png'))
  await expect.element(overlay).toBeVisible()
  await expect.poll(overlays).toBe(1)
  await expect.poll(() => taken.length).toBe(1)
  history.back()
  await expect.element(overlay).not.toBeInTheDocument()
  expect(taken[0]?.isAborted).toBe(true)
  expect(screen.url).toBe('/add_post')
  const said = page.getByRole('status').filter({ hasText: '사진 올리기를 취소했어요.' })
  await expect.element(said).toBeVisible()
  await expect.element(button('사진 고르기')).toBeVisible()

  isHeld = false
  await choose(await pictureFile('1.png'))
  await expect.poll(() => tiles.elements().length).toBe(1)
  await expect.poll(overlays).toBe(0)
  isHeld = true
  await choose(await pictureFile('2.png'), await pictureFile('3.png'))
  await expect.element(page.getByText('기다리는 중')).toBeVisible()
  history.back()
  await expect.poll(() => screen.url).toBe('/account/my_list')
  history.forward()
  await expect.element(title).toHaveValue('사진 많은 집')
  expect(tiles.elements()).toHaveLength(1)
  await expect.element(lost(2)).toBeInViewport()
  isHeld = false
  await choose(await pictureFile('2.png'))
  await expect.poll(() => tiles.elements().length).toBe(2)
  await expect.element(lost(2)).not.toBeInTheDocument()
  await screen.reload()
  await expect.poll(() => tiles.elements().length).toBe(2)
  await expect.element(page.getByText('올리지 못했어요')).not.toBeInTheDocument()
})
