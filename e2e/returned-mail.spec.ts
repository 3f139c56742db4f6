import { returnedMailMessages, returnedMailNotice } from '#rules/returned-mail.ts'
import { buildPost, buildUser } from '#tests/factories.ts'
import { type MailServer, startMailServer } from '#tests/mail-server.ts'
import { unlimited } from '#tests/unlimited.ts'
import { runAxe } from './axe.ts'
import { expect, testOn } from './fixtures.ts'
import { startApp } from './running-app.ts'
import { waitForHydration } from './scripts.ts'
import { inBothThemes } from './themes.ts'

const test = testOn<{ origin: string; mailServer: MailServer }>(async (use) => {
  const mailServer = await startMailServer()
  const settings = { SMTP_URL: mailServer.url, VERIFY_EMAIL: 'off', NOTICE_SECONDS: '0', BUNDLED_PLACES: 'off' }
  const app = await startApp('returned-mail', { ...settings, ...unlimited })
  await use({ origin: app.origin, mailServer })
  await app.stop()
  await mailServer.close()
})

test('a member whose mail came back reads so on the next page, and tries the address again', async ({
  page,
  api,
  site: { origin, mailServer },
}) => {
  const member = await buildUser(api)
  await buildPost(api, { author: member, title: '망원동 식당' })
  mailServer.refuseRecipients('550 5.1.1 no such mailbox')
  await api.as(member).update({ ...member, jwt: member.handle, questionAnswer: '다른 답' })
  await expect.poll(async () => (await api.as(member).getReturnedMail())?.kind, { timeout: 30_000 }).toBe('hard')
  mailServer.refuseRecipients(null)
  await page.context().addCookies([...member.client.cookies].map(([name, value]) => ({ name, value, url: origin })))
  await page.goto('/')
  await waitForHydration(page)
  const note = page.getByRole('region', { name: returnedMailNotice.label })
  await expect(note).toBeVisible()
  await inBothThemes(page, async () => expect((await runAxe(page)).faults).toEqual([]))
  // It stays outside of what the page's own scripts know.
  await page.getByRole('link', { name: '망원동 식당' }).first().click()
  await expect(note).toBeVisible()
  await note.getByRole('link', { name: returnedMailNotice.link }).click()
  await expect(page.getByText(returnedMailMessages.hard)).toBeVisible()
  await waitForHydration(page)
  await page.getByRole('button', { name: '다시 보내 보기' }).click()
  await expect(page.getByText('메일을 보냈어요. 또 돌아오면 알려 드릴게요.')).toBeVisible()
  await expect(page.getByText(returnedMailMessages.hard)).toBeHidden()
  await expect.poll(() => mailServer.received.map(({ to }) => to)).toEqual([[member.email]])
  await page.goto('/')
  await expect(note).toBeHidden()
})
