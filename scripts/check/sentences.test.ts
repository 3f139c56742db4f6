import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = ['rules', 'web'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|gen)\.tsx?$/.test(file))
    // Words that people search for, not what the pages say.
    .filter((file) => !/^rules\/(?:asking|search-words|dishes)/.test(file))
    .map((file) => ({ file, code: withoutComments(readFileSync(file, 'utf8')) })),
)

/** Also without joiners, which keep a word on one line. */
function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\\u2060/gm, '')
}

/** Words that read as translated, with what is said instead. */
const translated: Readonly<Record<string, RegExp>> = {
  수정: /고치기|고쳤어요|(?<!새로)고침/,
  '추가, 늘리기': /더하기/,
  '최근 작성순': /쓴 순/,
  '지도에 직접 표시': /핀 놓기/,
  '현재 위치': /이 위치 기준|지금 위치로/,
  단어: /낱말|보류할 말|흔한 말/,
  추측: /짐작하기/,
  '현재 버전': /지금 판/,
  '처리 내역': /처리한 것/,
  정확히: /꼭 같은/,
  작성자: /글쓴이/,
  제한: /가입을 막을/,
  '접속 환경': /네트워크 1곳|네트워크 \$?\{/,
  취소: /거두[어었기]|그만두기/,
  페이지: /소개 쪽|쪽[을은] (?:지|세)/,
  비교: /견주/,
  다운로드: /내려받/,
}

test('no sentence has a word that reads as translated', () => {
  const found = sources.flatMap(({ file, code }) =>
    Object.entries(translated).flatMap(([better, word]) => {
      const [said] = word.exec(code) ?? []
      return said ? [`${file}: ${said} → ${better}`] : []
    }),
  )
  expect(found).toEqual([])
  expect(sources.length).toBeGreaterThan(300)
})

test.each([
  ['현재 위치 기준', 'web/routes/-here/here-page.tsx'],
  ['현재 위치로 보기', 'web/places/town-sheet.tsx'],
  ['다녀온 순', 'web/routes/-me/me-tools.tsx'],
  ['최근 작성순', 'web/routes/-me/me-tools.tsx'],
  ['모음 수정', 'web/posts/collections/collection-form.tsx'],
  ['사진 추가', 'web/images/photos-field.tsx'],
  ['사진 삭제', 'web/images/portrait-upload.tsx'],
  ['지도에 직접 표시', 'web/places/map/picker/map-picker.tsx'],
  ['연속된 글자나 흔한 단어는 추측하기 쉬워요', 'web/accounts/account-fields.tsx'],
  ['바로 숨겨 드려요. 누가 신고했는지는 알리지 않아요', 'web/moderation/report-dialog.tsx'],
  ['로그인해서 본 글은 ‘자동 로그인’을 켠 기기에서만 다시 볼 수 있어요', 'web/routes/offline.tsx'],
  ['현재 버전', 'web/routes/admin.tsx'],
  ['처리 내역', 'web/routes/admin.tsx'],
  ['글 보기', 'web/routes/-admin/reports-tab.tsx'],
  ['검토할 단어', 'web/routes/-admin/rules-tab.tsx'],
  ['정확히 같아야 찾아요', 'web/routes/-admin/people-tab.tsx'],
  ['가입 제한 이메일', 'web/routes/-admin/rules-tab.tsx'],
  ['작성자에게 보낼 사유', 'web/routes/-admin/moderation-buttons.tsx'],
  ['접속 환경', 'web/routes/-admin/reports-tab.tsx'],
])('‘%s’ is said in %s', (sentence, file) => {
  expect(sources.find((one) => one.file === file)?.code).toContain(sentence)
})
