import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { legalNames } from '#rules/legal.ts'
import { copyLegalTemplates, readLegalText } from './legal-texts.ts'

let dataDir: string
const place = (fields: Partial<Parameters<typeof readLegalText>[0]> = {}) => ({
  dataDir,
  siteName: '맛나눔',
  contact: null,
  logins: {},
  ...fields,
})
const terms = () => path.join(dataDir, 'legal/terms.md')

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'matnanum-legal-'))
  await copyLegalTemplates({ dataDir })
})
afterEach(() => rm(dataDir, { recursive: true }))

test.each(legalNames)('%s begins as our template, with the name of the site and whom to ask', async (name) => {
  const { html } = await readLegalText(place({ contact: 'help@example.kr' }), name)
  expect(html).toContain('<h2>')
  expect(html).toContain('맛나눔')
  expect(html).toContain('<a href="mailto:help@example.kr">help@example.kr</a>')
  expect(html).not.toContain('{{')
})

test('what the operator wrote is shown at once, is a version of its own, and survives a start', async () => {
  const before = await readLegalText(place(), 'terms')
  await writeFile(terms(), '## 새 약관\n\n- 하나\n- 둘\n')
  await copyLegalTemplates({ dataDir })
  const after = await readLegalText(place(), 'terms')
  expect(after.html).toBe('<h2>새 약관</h2>\n<ul>\n<li>하나</li>\n<li>둘</li>\n</ul>\n')
  expect(after.version).not.toBe(before.version)
  expect(await readLegalText(place(), 'terms')).toEqual(after)
})

test('the privacy policy names providers of logins where their keys are set, also in a text of the operator', async () => {
  const keys = { clientId: 'a', clientSecret: 'b', adminKey: null, url: null }
  const without = await readLegalText(place(), 'privacy')
  expect(without.html).not.toMatch(/카카오|네이버/)
  const withKakao = await readLegalText(place({ logins: { kakao: keys } }), 'privacy')
  expect(withKakao.html).toContain('카카오 로그인을 쓰면')
  expect(withKakao.html).not.toContain('네이버')
  expect(withKakao.version).not.toBe(without.version)
  await writeFile(path.join(dataDir, 'legal/privacy.md'), '## 우리 방침')
  const both = await readLegalText(place({ logins: { kakao: keys, naver: keys } }), 'privacy')
  expect(both.html).toMatch(/^<h2>우리 방침<\/h2>\n<h2>다른 회사의 로그인<\/h2>\n<p>카카오와 네이버 로그인을/)
  expect((await readLegalText(place({ logins: { kakao: keys } }), 'terms')).html).not.toContain('카카오')
})

test('the privacy policy says which mails still go to an address from which some came back', async () => {
  const { html } = await readLegalText(place(), 'privacy')
  expect(html).toMatch(/보낸 메일이 돌아올 때.+그 주소로는 본인이 요청한 메일과, 계정이 바뀌었다는 알림만 보냅니다/)
})

test('a deleted file is our template again', async () => {
  const before = await readLegalText(place(), 'terms')
  await rm(terms())
  expect(await readLegalText(place(), 'terms')).toEqual(before)
})

test.each([
  '<script>alert(1)</script>',
  '</div></article><img src=x onerror=alert(1)>',
  'text <b onclick="alert(1)">bold</b>',
  '[link](javascript:alert(1))',
  '[link](JaVaScRiPt&colon;alert(1))',
  '[link](data:text/html,<script>alert(1)</script>)',
  '[x]: javascript:alert(1)\n\n[x]',
  '<javascript:alert(1)>',
  '![x](javascript:alert(1))',
  '`</code><script>alert(1)</script>`',
  '```</script><script>\nalert(1)\n```',
  ']]><!-- --><![CDATA[<svg onload=alert(1)>]]>',
])('%j becomes no markup', async (markdown) => {
  await writeFile(terms(), markdown)
  const { html } = await readLegalText(place(), 'terms')
  const tags = [...html.matchAll(/<(?!\/?(?:p|a|img|code|pre)\b)[^>]*>/g)]
  expect(tags).toEqual([])
  expect(html).not.toMatch(/<[^>]+\s(?:on\w+|src="j)|(?:href|src)="(?!["#h/])/i)
})

test('a name of the site with markup stays text', async () => {
  const { html } = await readLegalText(place({ siteName: '<b>맛</b> [나눔](https://evil.example) *별*' }), 'terms')
  expect(html).toContain('&lt;b&gt;맛&lt;/b&gt; [나눔](https://evil.example) *별*')
})

test('of a file that is too large the beginning is read', async () => {
  await writeFile(terms(), 'a'.repeat(300_000))
  expect((await readLegalText(place(), 'terms')).html).toHaveLength(200_000 + '<p></p>'.length)
  expect(await readFile(terms(), 'utf8')).toHaveLength(300_000)
})
