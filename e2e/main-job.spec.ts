import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { chooseTime, newPerson, phonePhoto, signUp } from './people.ts'

test('somebody signs up, posts a place with a photo, finds it, edits it, and another likes it', {
  tag: ['@wide', '@long'],
}, async ({ page, another }) => {
  const author = newPerson('골목탐험가')
  const title = `성수동 들깨칼국수 ${author.email.slice(-14, -10)}`
  const photo = await phonePhoto()

  await signUp(page, author, photo)

  await page.getByRole('link', { name: '글쓰기' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { name: '글쓰기' })).toBeVisible()
  await page.getByLabel('상호명').pressSequentially(title)
  await page.getByLabel('상세내용').fill('들깨를 갈아 넣은 국물이 고소해요.\n겉절이도 꼭 드세요.')
  await page.locator('input[type=file]').setInputFiles({ name: 'IMG_0001.jpeg', mimeType: 'image/jpeg', buffer: photo })
  await expect(page.getByAltText('사진 1/1')).toBeVisible()
  await page.getByText('직접 입력').click()
  await page.getByLabel('장소 이름').fill('성수 들깨칼국수 본점')
  await page.getByLabel('주소').fill('서울 성동구 연무장길 21')
  await chooseTime(page, '시작', '10:30')
  await chooseTime(page, '마감', '21:00')
  await page.getByRole('button', { name: '등록하기' }).click()
  const done = page.getByRole('dialog', { name: '성공적으로 포스팅 되었습니다.' })
  await expect(done.getByRole('link', { name: '글 보기' })).toHaveAttribute('href', /^\/post\/\d+$/)
  await done.getByRole('link', { name: '홈으로' }).click()

  const card = page.getByRole('article').first()
  await expect(card.getByRole('heading', { name: title })).toBeVisible()
  await expect(card.getByText('10:30~21:00')).toBeVisible()
  await expect(card.getByText('서울 성동구 연무장길 21')).toBeVisible()

  const shown = await card
    .locator('.photo img')
    .evaluate((image: HTMLImageElement) => image.decode().then(() => image.currentSrc))
  const stored = await fetch(shown)
  expect(stored.headers.get('cache-control')).toContain('immutable')
  const { width = 0, height = 0, exif, orientation } = await sharp(await stored.arrayBuffer()).metadata()
  expect(height).toBeGreaterThan(width)
  expect(exif).toBeUndefined()
  expect(orientation).toBeUndefined()

  const visitor = await another()
  await signUp(visitor, newPerson('국수친구'))
  await visitor.getByRole('button', { name: '검색창 열기' }).click()
  await visitor.getByRole('combobox', { name: '검색어' }).fill('들깨')
  await visitor.keyboard.press('Enter')
  await expect(visitor).toHaveURL(/\/search\?keyword=/)
  // Until then the same post may stand in the list that is left.
  await expect(visitor.getByRole('heading', { level: 1, name: '들깨 검색 결과' })).toBeVisible()
  const found = visitor.getByRole('article').filter({ hasText: title })
  const answered = visitor.waitForResponse((response) => response.request().postData()?.includes('likePost') ?? false)
  await found.getByRole('button', { name: '좋아요 0' }).click()
  await expect(found.getByRole('button', { name: '좋아요 1' })).toHaveAttribute('aria-pressed', 'true')
  await answered
  await visitor.reload()
  await expect(found.getByRole('button', { name: '좋아요 1' })).toHaveAttribute('aria-pressed', 'true')
  await expect(found.getByRole('link', { name: '글 수정' })).toHaveCount(0)

  await page.reload()
  await card.getByRole('link', { name: '글 수정' }).click()
  await expect(page.getByLabel('상세내용')).toHaveValue(/겉절이도/)
  await page.getByLabel('상호명').fill(`${title.slice(0, 12)} 2호점`)
  await page.getByRole('button', { name: '수정하기' }).click()
  await page.getByRole('dialog', { name: '성공적으로 수정되었습니다.' }).getByRole('link', { name: '홈으로' }).click()
  await expect(card.getByRole('heading', { name: '2호점' })).toBeVisible()
  await expect(card.getByRole('button', { name: '좋아요 1' })).toBeVisible()

  await card.getByRole('button', { name: '글 삭제' }).click()
  await page.getByRole('dialog', { name: '정말 삭제하시겠습니까?' }).getByRole('button', { name: '확인' }).click()
  await expect(page.getByRole('heading', { name: '2호점' })).toHaveCount(0)
  // Leaving the page ends the time in which it can be undone.
  await page.reload()
  await expect.poll(async () => (await fetch(shown)).status).toBe(404)
})
