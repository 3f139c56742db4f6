import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dumpDatabase } from '#tests/dump.ts'
import { type Site, startSite } from '#tests/site.ts'

let site: Site

beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const canary = {
  email: 'canary-address@naver.com',
  password: 'canary1!pass',
  wrong: 'canary2!pass',
  next: 'canary3!pass',
  answer: '카나리아의 답',
  wrongAnswer: '카나리아의 거짓',
}

test('passwords, answers, temporary passwords and cookies appear in no log, response or readable column', async () => {
  const bodies: string[] = []
  const cookies = new Set<string>()
  const browser = site.api.fresh()
  const record = async (call: Promise<unknown>) => {
    const result = await call.catch(({ body }: { body: string }) => body)
    bodies.push(JSON.stringify(result))
    for (const value of browser.cookies.values()) cookies.add(value)
    return result as { jwt: string }
  }
  const { email, password, wrong, next, answer, wrongAnswer } = canary
  const profile = { email, username: '새', questionIndex: 0 }
  const { jwt } = await record(browser.signup({ ...profile, password, questionAnswer: answer }))
  bodies.pop() // The owner's own profile contains the answer.
  await record(browser.logout())
  await record(browser.login({ email, password: wrong }))
  await record(browser.login({ email, password, autoLogin: true }))
  bodies.pop()
  await record(browser.changePw({ jwt, password: wrong, newPassword: next }))
  await record(browser.changePw({ jwt, password, newPassword: next }))
  await record(browser.update({ ...profile, jwt, questionAnswer: answer, image: 'javascript:canary' }))
  await record(browser.logout())
  await record(browser.forgotPw({ email, questionIndex: 0, questionAnswer: wrongAnswer }))
  await record(browser.forgotPw({ email, questionIndex: 0, questionAnswer: answer }))
  await record(browser.sendRecoveryMail())
  await breakDatabase()
  await record(browser.login({ email, password: next }))
  await record(browser.signup({ ...profile, email: 'canary-second@naver.com', password, questionAnswer: answer }))
  await record(browser.forgotPw({ email, questionIndex: 0, questionAnswer: answer }))
  await repairDatabase()
  const dump = await dumpDatabase(site.db)
  const mail = (await site.mails()).find(({ subject }) => subject.includes('임시 비밀번호'))
  const temporary = /^ {4}(\S{15})$/m.exec(mail?.text ?? '')?.[1] ?? ''
  expect(temporary).toHaveLength(15)
  await record(browser.login({ email, password: temporary }))
  bodies.pop()

  const log = site.logged()
  for (const code of ['23514', '22P02', 'P0001']) expect(log).toContain(code)
  const secrets = [password, wrong, next, answer, wrongAnswer, temporary, ...cookies]
  for (const secret of secrets) {
    expect(log.includes(secret), 'in the log').toBe(false)
    expect(dump.includes(secret), 'in the database').toBe(false)
    expect(bodies.join('\n').includes(secret), 'in an answer').toBe(false)
  }
  expect(log).not.toMatch(/canary-(address|second)|argon2id/)
  expect(bodies.join('\n')).not.toMatch(/constraint|violates|select|insert|relation|postgres/i)
  expect(bodies.filter((body) => body.includes('INTERNAL')).join('\n')).toContain('알수없는 에러가 발생했습니다.')
})

test('a thrown error with a secret message never leaves the server', async () => {
  const browser = site.api.fresh()
  const profile = {
    email: 'thrown@naver.com',
    username: '새',
    questionIndex: 0,
    password: 'abcd123!',
    questionAnswer: '답',
  }
  const { jwt } = await browser.signup(profile)
  const { rows } = await sql<{ id: number }>`insert into images (key, claimed_at, width, height, bytes, placeholder)
    values ('abcdefghijklmnopqrstuv', now(), 1, 1, 1, '') returning id`.execute(site.db)
  await sql`insert into image_uses (image_id, account_id)
    select ${rows[0]?.id}::bigint, id from accounts where handle = ${jwt}`.execute(site.db)
  const images = site.services.images
  const urlOf = images.urlOf
  images.urlOf = () => {
    throw new Error('canary in the stack')
  }
  const error = await browser.user({ jwt }).catch((caught: unknown) => caught)
  images.urlOf = urlOf
  expect(error).toMatchObject({ code: 'INTERNAL', message: '알수없는 에러가 발생했습니다.' })
  expect((error as { body: string }).body).not.toContain('canary')
})

async function breakDatabase(): Promise<void> {
  await sql`alter table sessions add constraint broken check (false) not valid`.execute(site.db)
  // A value in the message of a data exception, and in that of a raised error.
  await failOnInsert('accounts', 'perform new.email::integer')
  await failOnInsert('recovery_tickets', "raise exception 'no ticket with %', new.temporary_hash")
}

async function failOnInsert(table: string, statement: string): Promise<void> {
  await sql`create or replace function ${sql.id(`break_${table}`)}() returns trigger language plpgsql as
    ${sql.lit(`begin ${statement}; return new; end`)}`.execute(site.db)
  await sql`create trigger broken before insert on ${sql.table(table)}
    for each row execute function ${sql.id(`break_${table}`)}()`.execute(site.db)
}

async function repairDatabase(): Promise<void> {
  await sql`alter table sessions drop constraint broken`.execute(site.db)
  for (const table of ['accounts', 'recovery_tickets']) {
    await sql`drop trigger broken on ${sql.table(table)}`.execute(site.db)
  }
}
