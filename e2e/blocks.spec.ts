import { buildPost, buildUser, uniqueName } from '#tests/factories.ts'
import { expect, test } from './fixtures.ts'
import { holdScripts, waitForHydration } from './scripts.ts'

test('who blocks or reports sees nothing of it any more, and can end a block', { tag: ['@narrow', '@long'] }, async ({
  page,
  api,
  another,
  signIn,
  expectErrors,
}) => {
  const me = await signIn({ username: '조용한이' })
  await test.step('who blocks somebody sees nothing of them any more, neither does the other, and the block can be ended', async () => {
    const word = uniqueName()
    const author = await buildUser(api, { username: '시끄러운이' })
    const place = { place_name: `${word} 본점`, address: `서울 ${word}`, lat: 37.5554, lng: 126.9012 }
    const { id } = await buildPost(api, { author, title: '시끄러운집', contents: word, ...place })
    const { id: own } = await buildPost(api, { author: me, title: '조용한집', contents: word, ...place })
    const place_id = (await api.getPost({ id })).place_id

    await page.goto('/')
    await waitForHydration(page)
    await page.getByRole('article').filter({ hasText: '시끄러운집' }).getByRole('link', { name: '시끄러운이' }).click()
    const block = async () => {
      await page.getByRole('button', { name: '시끄러운이님 메뉴' }).click()
      await page.getByRole('button', { name: '차단하기' }).click()
    }
    await block()
    const dialog = page.getByRole('dialog', { name: '시끄러운이님을 차단할까요?' })
    await expect(dialog).toContainText('서로의 글과 댓글, 소개가 보이지 않고')
    await expect(dialog).toContainText('내 맛집에 담은 상대의 글도 차단을 해제할 때까지 숨겨져요.')
    await dialog.getByRole('button', { name: '취소' }).click()
    await expect(page).toHaveURL(`/u/${author.handle}`)
    await block()
    await dialog.getByRole('button', { name: '차단하기' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('article').filter({ hasText: '조용한집' })).toBeVisible()
    await expect(page.getByText('시끄러운집')).toHaveCount(0)

    const theirs = await another()
    await theirs
      .context()
      .addCookies([...author.client.cookies].map(([name, value]) => ({ name, value, url: api.origin })))
    const paths = [
      '/',
      `/search?keyword=${word}`,
      `/place/${place_id}`,
      '/area',
      '/map',
      `/?filter=popular`,
      '/following',
    ]
    for (const [reader, hidden, notFound] of [
      [page, ['시끄러운이', '시끄러운집', author.handle], [`/u/${author.handle}`, `/post/${id}`]],
      [theirs, ['조용한이', '조용한집', me.handle], [`/u/${me.handle}`, `/post/${own}`]],
    ] as const) {
      for (const path of [...paths, ...notFound]) {
        const response = await reader.goto(path)
        const html = (await response?.text()) ?? ''
        expect(response?.status(), path).toBe(notFound.some((one) => one === path) ? 404 : 200)
        // The handle is in the address of the missing page itself.
        for (const trace of hidden.filter((one) => !path.includes(one))) expect(html, path).not.toContain(trace)
        await expect(reader.locator('body')).not.toContainText(hidden[1])
      }
    }
    expectErrors(/status of 404/)

    await page.goto('/account/people/blocked')
    await waitForHydration(page)
    await page.getByRole('button', { name: '시끄러운이님 차단 해제' }).click()
    await expect(page.getByText('차단한 이웃이 없어요')).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('article').filter({ hasText: '시끄러운집' })).toBeVisible()
  })
  await test.step('what somebody has reported is listed with whom they have blocked from the first paint', async () => {
    const { id } = await buildPost(api, { author: await buildUser(api), title: '수상한 식당' })
    await api.as(me).report({ kind: 'post', id, reason: 'spam' })
    const release = await holdScripts(page)
    await page.goto('/account/people/blocked', { waitUntil: 'commit' })
    const list = page.getByRole('list', { name: '신고해서 숨긴 항목' })
    await expect(list.getByRole('listitem')).toHaveText(/^수상한 식당글\s·\s.* 신고/)
    await expect(page.getByText('차단한 이웃이 없어요')).toBeVisible()
    await expect(page.locator('.empty-state')).toHaveCount(0)
    release()
    await waitForHydration(page)
    await expect(list.getByRole('listitem')).toHaveText(/^수상한 식당글\s·\s.* 신고/)
  })
})
