import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { READER_BLOCK_ID } from '#contract/reader-state.ts'
import { returnedMailNotice } from '#rules/returned-mail.ts'
import { buildUser } from '#tests/factories.ts'
import { fakeWeb } from '#tests/fake-web.ts'
import { openSite } from '#tests/site.ts'

const html = `<!doctype html><head></head><header class="topbar x">bar</header><main>글</main><script id="${READER_BLOCK_ID}" type="application/json"></script>`
const web = fakeWeb(async () => new Response(html, { headers: { 'content-type': 'text/html' } }))
const site = await openSite({ web })

test('a member to whom no mail goes reads so on every page but the profile, and nobody else does', async () => {
  const [member, other] = [await buildUser(site.api), await buildUser(site.api)]
  await sql`insert into returned_mails (account_id, mail, email_key, kind)
    select id, 'x', email_key, 'hard' from accounts where handle = ${member.handle}`.execute(site.db)
  const read = async (path: string, api = site.api.as(member)) =>
    (await api.send('GET', path, null, { 'accept-encoding': 'identity' })).text
  for (const path of ['/', '/me', '/search?keyword=a']) {
    const page = await read(path)
    expect(page, path).toMatch(
      new RegExp(`bar</header><section id="${returnedMailNotice.id}".*href="/account/profile#mail".*<main>`),
    )
    expect(page, path).toContain('"mailStopped":true')
  }
  expect(await read('/account/profile')).not.toContain(returnedMailNotice.id)
  for (const api of [site.api.as(other), site.api.fresh()])
    expect(await read('/', api)).not.toMatch(/mail-note|mailStopped/)
  await site.api.as(member).retryMail()
  expect(await read('/')).not.toContain(returnedMailNotice.says)
})

test('a session of a temporary password reads of that first', async () => {
  const member = await buildUser(site.api)
  await sql`insert into returned_mails (account_id, mail, email_key, kind)
    select id, 'x', email_key, 'hard' from accounts where handle = ${member.handle}`.execute(site.db)
  await sql`update sessions set restricted = true where account_id = (select id from accounts where handle = ${member.handle})`.execute(
    site.db,
  )
  expect((await site.api.as(member).send('GET', '/')).text).not.toContain(returnedMailNotice.id)
})
