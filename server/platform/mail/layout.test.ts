import { expect, test } from 'vitest'
import { renderEmail } from './layout.ts'

const site = { name: '맛나눔', origin: 'https://matnanum.kr' }
const letter = {
  to: 'hana@naver.com',
  subject: '안내',
  heading: '<b>제목</b>',
  before: ['앞 & 뒤'],
  code: `a<b>"'&c`,
  after: ['끝'],
  link: { label: '가기', url: 'https://matnanum.kr/account/login' },
}

test('the text contains everything, one paragraph per thought', () => {
  const { subject, text } = renderEmail(site, letter)
  expect(subject).toBe('[맛나눔] 안내')
  expect(text.split('\n\n')).toEqual([
    '<b>제목</b>',
    '앞 & 뒤',
    `    a<b>"'&c`,
    '끝',
    '가기: https://matnanum.kr/account/login',
    '맛나눔 · https://matnanum.kr\n발신 전용 메일이라 회신을 받을 수 없어요.\n',
  ])
})

test('the HTML is styled with properties that mail programs know', () => {
  const { html } = renderEmail(site, letter)
  const styles = [...html.matchAll(/style="([^"]*)"/g)].flatMap(([, style = '']) => style.split(';').filter(Boolean))
  const properties = new Set(styles.map((style) => style.split(':')[0]))
  const known =
    /^(?:background|border(?:-top|-radius)?|color|display|font(?:-family|-size|-weight)?|letter-spacing|line-height|margin|max-width|opacity|padding|text-(?:align|decoration)|word-break)$/
  expect([...properties].filter((property) => !known.test(property ?? ''))).toEqual([])
})

test('the HTML escapes every text and loads nothing', () => {
  const { html } = renderEmail(site, letter)
  expect(html).not.toMatch(/<b>|<img|<script|<link|url\(/)
  expect(html).toContain('a&lt;b&gt;&quot;&#x27;&amp;c')
  expect(html).toContain('<html lang="ko">')
  expect(html.match(/href="[^"]*"/g)).toEqual([
    'href="https://matnanum.kr/account/login"',
    'href="https://matnanum.kr"',
  ])
})
