import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { migrationNames } from '#server/platform/database/prepare-database.ts'
import { Client } from '../api.ts'
import { backedUpContentsOf } from '../contents-of.ts'
import { signupFields } from '../factories.ts'
import { smallPhoto } from '../image-fixtures.ts'
import { uploadPicture } from '../image-site.ts'
import { COMMAND_ENV, prepareApplication } from './application.ts'
import { picturesIn, withDatabase } from './data-folder.ts'
import { commitBeforeMigrations, unpackSources } from './old-release.ts'
import { recordFigures } from './table.ts'

const run = promisify(execFile)

/** Few fields, which both releases have. */
const documents = {
  signUp: `mutation ($email: String!, $username: String!, $password: String!, $questionIndex: Int!, $questionAnswer: String!) {
    answer: signup(email: $email, username: $username, password: $password, questionIndex: $questionIndex,
      questionAnswer: $questionAnswer) { jwt } }`,
  logIn: 'query ($email: String!, $password: String!) { answer: login(email: $email, password: $password) { jwt } }',
  add: 'mutation ($title: String!, $images: [String!]) { answer: addPost(title: $title, contents: "맛있어요.", images: $images) { id } }',
  edit: `mutation ($id: ID!, $title: String!, $images: [String!]) {
    answer: editPost(id: $id, title: $title, contents: "맛있어요.", images: $images) { id } }`,
  read: 'query ($id: ID!) { answer: getPost(id: $id) { title images { url } } }',
} as const

type Answer = { id: string; title: string; images: { url: string }[]; jwt: string }

/** @throws with what the site answers instead */
async function ask(client: Client, name: keyof typeof documents, variables: object): Promise<Answer> {
  const { text } = await client.post({ query: documents[name], variables })
  const { data, errors } = JSON.parse(text) as { data: { answer: Answer } | null; errors?: { message: string }[] }
  if (!data || errors) throw new Error(errors?.[0]?.message ?? text)
  return data.answer
}

/** Name of a picture in its URL and its files. */
const keyOf = (url = '') => path.basename(url).split(/[._]/)[0] ?? ''

/** The commands that an operator is told to type. */
async function wayBack(): Promise<string[]> {
  const guide = await readFile('docs/operations.md', 'utf8')
  const [, told = ''] = /\*\*Back to the release before\.\*\*.+?```sh\n(.+?)```/s.exec(guide) ?? []
  return told
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+#.*/, ''))
}

test('the release before goes on by docs/operations.md with the backup that an update made by itself', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-way-back-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const commit = await commitBeforeMigrations()
  const release = path.join(folder, 'site')
  const data = path.join(release, 'data')
  await mkdir(release)
  await unpackSources(commit, release)
  await run(process.execPath, ['scripts/demo.ts'], { cwd: release, env: { ...COMMAND_ENV, NODE_ENV: 'production' } })
  const env = { DATA_DIR: data }
  const former = await prepareApplication({ env, release })
  onTestFinished(() => former.close())
  const present = await prepareApplication({ env: { ...env, PORT: String(former.config.port) } })
  onTestFinished(() => present.close())

  // The release before, with what was written under it.
  await former.start()
  const hana = new Client(former.config.publicOrigin)
  const account = signupFields()
  await ask(hana, 'signUp', account)
  const photo = await smallPhoto()
  const send = async () => (await uploadPicture(hana, photo)).answer.url
  const images = [await send()]
  const first = await ask(hana, 'add', { title: '처음 집', images })
  const bare = [await send()]
  const without = await ask(hana, 'add', { title: '사진을 지울 집', images: bare })
  await former.stop()
  const before = await withDatabase(data, backedUpContentsOf)
  const pictures = await picturesIn(data)
  expect(before.accounts?.length).toBeGreaterThan(5)

  // The update, and what is written since.
  await present.start()
  const [backup = '', ...others] = await readdir(path.join(data, 'backups'))
  expect(others).toEqual([])
  expect(present.logged()).toContain('made a backup of the rows before the migration')
  await ask(hana, 'edit', { id: first.id, title: '고친 집', images })
  await ask(hana, 'edit', { id: without.id, title: '사진을 지운 집', images: [] })
  const configEntries = async (url = '') =>
    [...(await picturesIn(data)).keys()].filter((name) => name.includes(keyOf(url)))
  await expect.poll(() => configEntries(bare[0])).toEqual([])
  const second = await ask(hana, 'add', { title: '다음 집', images: [await send()] })
  const newcomer = signupFields()
  await ask(new Client(former.config.publicOrigin), 'signUp', newcomer)
  await present.stop()
  await expect(former.start()).rejects.toThrow('The data were made by a newer version of this application')

  const commands = await wayBack()
  expect(commands).toEqual([
    'mv data data-new',
    'git checkout COMMIT',
    'npm run restore -- data-new/backups/matnanum-before-migration-TIME.tar.zst',
    'mv data-new/images data/',
    'npm start',
  ])
  for (const command of commands) {
    // The folder has the files of that commit, and the site is started below.
    if (command.startsWith('git') || command === 'npm start') continue
    const typed = command.replace('matnanum-before-migration-TIME.tar.zst', backup)
    await run('sh', ['-c', typed], { cwd: release, env: { ...COMMAND_ENV, NODE_ENV: 'production' } })
  }

  // Each row of before the update, and no other. Of the pictures only what was deleted since is missing.
  expect(await withDatabase(data, backedUpContentsOf)).toEqual(before)
  const kept = await picturesIn(data)
  const missing = [...pictures].filter(([name, bytes]) => kept.get(name) !== bytes).map(([name]) => name)
  expect(missing.length).toBeGreaterThan(0)
  expect(missing.filter((name) => !name.includes(keyOf(bare[0])))).toEqual([])
  expect([...kept.keys()].some((name) => !pictures.has(name))).toBe(true)
  await former.start()
  const again = new Client(former.config.publicOrigin)
  await ask(again, 'logIn', account)
  for (const [post, title, status] of [
    [first, '처음 집', 200],
    [without, '사진을 지울 집', 404],
  ] as const) {
    const shown = await ask(again, 'read', { id: post.id })
    expect(shown.title).toBe(title)
    expect((await fetch(new URL(shown.images[0]?.url ?? '', former.config.publicOrigin))).status).toBe(status)
  }
  await expect(ask(again, 'read', { id: second.id })).rejects.toThrow('게시글을 찾을 수 없습니다.')
  await expect(ask(new Client(former.config.publicOrigin), 'logIn', newcomer)).rejects.toThrow()
  const third = await ask(again, 'add', { title: '셋째 집' })
  expect((await ask(again, 'read', third)).title).toBe('셋째 집')
  await former.stop()

  // The update can be tried again.
  await present.start()
  expect((await ask(again, 'read', third)).title).toBe('셋째 집')
  const rows = Object.values(before).flat().length
  const done = `back to commit ${commit.slice(0, 8)} from the backup before ${migrationNames().at(-1)}`
  recordFigures({ fault: 'W', done, acknowledged: rows, lost: 0 })
}, 900_000)
