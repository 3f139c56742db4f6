import pg from 'pg'
import { weeklyMailMessages } from '#rules/notifications.ts'
import { sitePaths } from '#rules/paths.ts'
import { buildPost, buildUser, signupFields } from '#tests/factories.ts'
import { startMailServer } from '#tests/mail-server.ts'
import { unlimited } from '#tests/unlimited.ts'
import { runAxe } from './axe.ts'
import { expect, testOn } from './fixtures.ts'
import { areaPosition } from './places.ts'
import { startApp } from './running-app.ts'
import { waitForHydration } from './scripts.ts'

type Site = {
  origin: string
  mails: () => { to: string[]; text: string }[]
  runSql: (statement: string, values?: unknown[]) => Promise<unknown>
}

const test = testOn<Site>(async (use) => {
  const mailServer = await startMailServer()
  const app = await startApp('verify-email', { SMTP_URL: mailServer.url, BUNDLED_PLACES: 'off', ...unlimited })
  const client = new pg.Client(app.data.DATABASE_URL)
  await client.connect()
  await use({
    origin: app.origin,
    mails: () => mailServer.received,
    runSql: (statement, values) => client.query(statement, values),
  })
  await client.end()
  await app.stop()
  await mailServer.close()
})

test('what was typed is posted once the code of the mail is entered', { tag: ['@narrow', '@long'] }, async ({
  page,
  api,
  site,
  context,
}) => {
  const fields = signupFields()
  const person = api.fresh()
  await person.signup(fields)
  await context.addCookies([...person.cookies].map(([name, value]) => ({ name, value, url: site.origin })))
  await page.goto('/add_post')
  await waitForHydration(page)
  await page.getByLabel('상호명').fill('확인한 식당')
  await page.getByLabel('상세내용').fill('다 쓴 글은 그대로 있어요.')
  await page.getByRole('button', { name: '등록하기' }).click()
  const dialog = page.getByRole('dialog', { name: '이메일을 확인해 주세요' })
  await expect(dialog.getByText(`${fields.email}로 확인 메일을 보냈어요.`)).toBeVisible()
  expect((await runAxe(page)).faults).toEqual([])
  const code = async () => {
    await expect.poll(() => site.mails().length).toBe(1)
    return /^ {4}(\d{6})$/m.exec(site.mails()[0]?.text ?? '')?.[1] ?? ''
  }
  await dialog.getByLabel('인증번호').fill('12')
  await dialog.getByRole('button', { name: '확인하기' }).click()
  await expect(dialog.getByText('인증번호가 맞지 않아요.')).toBeVisible()
  await dialog.getByLabel('인증번호').fill(await code())
  await dialog.getByRole('button', { name: '확인하기' }).click()
  await expect(page.getByRole('dialog', { name: '성공적으로 포스팅 되었습니다.' })).toBeVisible()
  const { data } = await api.getPosts()
  expect(data[0]).toMatchObject({ title: '확인한 식당', contents: '다 쓴 글은 그대로 있어요.' })
})

test('where nobody is signed in the link of the mail verifies by a press, and in the own browser at once', {
  tag: ['@narrow', '@long'],
}, async ({ page, api, site, context }) => {
  const link = async () => {
    const person = api.fresh()
    await person.signup(signupFields())
    const before = site.mails().length
    await person.sendVerificationMail()
    await expect.poll(() => site.mails().length).toBe(before + 1)
    return { person, url: /https?:\S+#verify=[\w-]{43}/.exec(site.mails().at(-1)?.text ?? '')?.[0] ?? '' }
  }
  const left = async ({ person }: Awaited<ReturnType<typeof link>>) => (await person.sendVerificationMail()).count

  const [stranger, own] = [await link(), await link()]
  await page.goto(stranger.url)
  await waitForHydration(page)
  const press = page.getByRole('button', { name: '이메일 확인하기' })
  await expect(press).toBeVisible()
  expect((await runAxe(page)).faults).toEqual([])
  // Nothing is verified yet: a mail for it could still be sent, but that would end this link.
  const post = { title: '첫 글', contents: '내용이에요.' }
  await expect(stranger.person.addPost(post)).rejects.toMatchObject({ code: 'EMAIL_UNVERIFIED' })
  await press.click()
  await expect(page.getByText('이메일을 확인했어요. 이제 글을 올릴 수 있어요.')).toBeVisible()
  await expect(press).toBeHidden()
  expect(await left(stranger)).toBe(0)
  expect(page.url()).not.toContain('verify')

  await context.addCookies([...own.person.cookies].map(([name, value]) => ({ name, value, url: site.origin })))
  await page.goto(own.url)
  await expect(page.getByText('이메일을 확인했어요. 이제 글을 올릴 수 있어요.')).toBeVisible()
  expect(await left(own)).toBe(0)
})

test('the weekly mail is off until it is chosen, tells in Korean what happened, and its link asks before it ends', {
  tag: ['@narrow', '@long'],
}, async ({ page, api, signIn, site }) => {
  const [user, fan] = [await signIn(), await buildUser(api, { username: '팬하나' })]
  // Likes of accounts on their first day do not count.
  await site.runSql(
    `update accounts set email_verified = true, created_at = now() - interval '2 days'
    where handle in ($1, $2)`,
    [user.handle, fan.handle],
  )
  const position = await areaPosition(api, '서울/광진구')
  const place = { address: '서울 광진구 아차산로 1', ...position }
  const { id } = await buildPost(api, { author: user, title: '을지로 손칼국수', ...place })
  await page.goto('/here')
  const town = page.getByRole('searchbox', { name: '동네나 역 이름' })
  await town.fill('광진구')
  await town.press('Enter')
  await expect(page).toHaveURL(/\/here\?near=.*&area=/)
  const weekly = page.getByRole('checkbox', { name: weeklyMailMessages.label })
  await page.goto('/account/profile')
  await waitForHydration(page)
  await expect(weekly).not.toBeChecked()
  await weekly.click()
  await expect.poll(() => api.as(user).getWeeklyMail()).toEqual({ on: true, area: '서울/광진구' })

  await api.as(fan).likePost({ id, isLike: true, jwt: fan.handle })
  await site.runSql(`select graphile_worker.add_job('rank_week')`)
  await expect.poll(async () => (await api.getWeeklyTop({ area: '서울/광진구' })).length).toBe(1)
  // Simulates a week.
  await site.runSql(`update weekly_mails set told_until = now() - interval '8 days'`)
  await site.runSql(`select graphile_worker.add_job('send_weekly_mails')`)
  const mail = () =>
    site.mails().find(({ to, text }) => to.includes(user.email) && text.includes('이번 주'))?.text ?? ''
  await expect.poll(mail).toContain('이번 주 소식을 모았어요')
  expect(mail()).toContain(`- 팬하나 님이 을지로 손칼국수를 좋아해요\n  ${site.origin}/post/${id}\n`)
  expect(mail()).toContain(`■ 이번 주 광진구 TOP 10\n- 1. 을지로 손칼국수 · 1명\n  ${site.origin}/post/${id}\n`)
  const link = /https?:\S+\?token=\S+/.exec(mail())?.[0] ?? ''
  expect(link).toContain(site.origin + sitePaths.unsubscribe)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: weeklyMailMessages.ask })).toBeVisible()
  expect((await runAxe(page)).faults).toEqual([])
  await page.getByRole('button', { name: weeklyMailMessages.end }).click()
  await expect(page.getByRole('heading', { name: weeklyMailMessages.ended })).toBeVisible()
  await page.getByRole('link', { name: '알림 설정' }).click()
  await expect(weekly).not.toBeChecked()
})
