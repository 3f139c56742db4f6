import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { once } from '#rules/once.ts'

/** Sentences given to the letter by the specification. `{}` stands for an inserted value. */
const specified = [
  '이메일을 입력해주세요.',
  '이메일을 형식으로 입력해주세요',
  '비밀번호를 입력해주세요.',
  '비밀번호는 특수문자와 숫자를 포함하여 {}-{}자로 작성하세요.',
  '비밀번호를 다시 한번 입력해주세요.',
  '비밀번호가 일치하지 않습니다.',
  '닉네임을 입력해주세요.',
  '질문에 답을 해야 합니다.',
  '질문의 답을 적어주세요.',
  '답변을 입력해주세요.',
  '현재 비밀번호를 입력해주세요.',
  '상호명은 필수 입력 항목입니다.',
  '상호명을 {}자 이내로 작성해주세요.',
  '상세내용은 필수 입력 항목입니다.',
  '상세내용은 {}자 이내로 작성해주세요.',
  '정보가 수정되었습니다.',
  '비밀번호가 성공적으로 변경되었습니다.',
  '이메일을 성공적으로 보냈습니다.',
  '성공적으로 포스팅 되었습니다.',
  '성공적으로 수정되었습니다.',
  '정말 삭제하시겠습니까?',
  '검색 결과가 존재하지 않습니다.',
  '검색 결과 중 오류가 발생했습니다.',
  '이메일 또는 비밀번호가 올바르지 않습니다.',
  '로그인이 필요합니다.',
  '권한이 없습니다.',
  '이미 사용 중인 이메일입니다.',
  '입력하신 정보와 일치하는 회원을 찾을 수 없습니다.',
  '요청이 만료되었습니다. 다시 시도해주세요.',
  '요청이 너무 많습니다. 잠시 후 다시 시도해주세요.',
  '게시글을 찾을 수 없습니다.',
  '입력값이 올바르지 않습니다.',
  '이미지 용량이 너무 큽니다.',
  '이메일을 보내지 못했습니다. 잠시 후 다시 시도해주세요.',
  '일시적으로 서비스를 이용할 수 없습니다. 잠시 후 다시 시도해주세요.',
  '알수없는 에러가 발생했습니다.',
  '애러가 발생했습니다.',
  '예기치 못한 에러가 발생했습니다!',
  '관리자에게 문의해주세요',
  '파일을 찾을 수 없습니다.',
  'PNG,JPG 이미지만 업로드 가능합니다.',
  '이미지 로드 애러가 났습니다.',
  '해당 페이지를 찾을 수 없습니다.',
  '현재 비밀번호가 일치하지 않습니다.',
  '사용할 수 없는 이미지입니다.',
]

/** Forms that our sentences avoid, with their replacements. */
const mixedForms: readonly [form: RegExp, instead: string][] = [
  [/니다|니까|십시오|시오\.|하세요\.?$/, '해요체'],
  [/[가-힣](주세요|드려요|드릴게요)/, "a space before '주세요' and '드려요'"],
  [/게시글|게시물|포스트|포스팅/, "'글'"],
  [/이미지/, "'사진'"],
  [/[의과나] ?답(?![변하])|답[을이]/, "'답변'"],
  [/에러|애러/, "'오류', or what happened"],
  [/그만하기/, "'취소'"],
  [/[\d}] ?[-–] ?[\d{]|[\d}] ~ ?[\d{]/, "'~' without spaces between two numbers"],
  [/\.\.\./, "'…'"],
  [/["'“”][가-힣]/, '‘ ’'],
]

/** Numbers with a hyphen that is no '~'. */
const TELEPHONES = /\b\d{2,4}(?:-\d{3,4}){1,2}\b/g

test('every sentence of the interface has one style', () => {
  const mixed = interfaceTexts().flatMap(({ file, text }) =>
    mixedForms
      .filter(([form]) => form.test(text.replaceAll(TELEPHONES, '')) && !specified.includes(text))
      .map(([, instead]) => `${file}: ${text} → ${instead}`),
  )
  expect(mixed).toEqual([])
})

test('every specified sentence is used to the letter', () => {
  const used = new Set(interfaceTexts().map(({ text }) => text))
  expect(specified.filter((sentence) => !used.has(sentence))).toEqual([])
})

test('a button says what it does; ‘확인’ is the word of the two specified questions', () => {
  const files = interfaceTexts()
    .filter(({ text }) => text === '확인')
    .map(({ file }) => file)
  expect(files.toSorted()).toEqual(['web/frame/account-panels.tsx', 'web/posts/cards/delete-dialog.tsx'])
})

/** Formerly unclear sentences, with their replacements. */
const mended: readonly [before: RegExp, now: string][] = [
  [/12자를 넘기면/, '12자 이상이면 더 안전해요.'],
  [/지도와 가까운 순에 나오지/, '위치를 정하지 않으면 지도와 ‘가까운 순’ 목록에 나오지 않고, 거리도 보이지 않아요.'],
  [/찾는 글이 없어요/, '이 지역에는 찾으시는 글이 없어요.'],
  [/누른 글을/, '선택한 글을 불러오지 못했어요.'],
  [/검색한 말이 없어요/, '최근 검색어가 없어요.'],
  [/바꾼 적이 없다면/, '바꾸신 적이 없다면 비밀번호 찾기로 비밀번호를 바로 바꿔 주세요.'],
  [/보내기만 하는 주소/, '발신 전용 메일이라 회신을 받을 수 없어요.'],
  [/바뀐 점을 고쳐/, '수정할 내용을 입력해 주세요.'],
  [
    /^핀을 끌거나 지도를 눌러 옮길 수 있어요\.$/,
    '핀을 끌거나 지도를 눌러 옮길 수 있어요. 키보드로는 지도를 방향키로 움직인 뒤 ‘지도 가운데로 핀 옮기기’를 눌러 주세요.',
  ],
  [/에서 가까운 글부터$/, '{} 가장 가까운 글을 보여 드려요.'],
]

test.each(mended)('%s is not said again', (before, now) => {
  const texts = interfaceTexts().map(({ text }) => text)
  expect(texts.filter((text) => before.test(text))).toEqual([])
  expect(texts).toContain(now)
})

test.each([
  '글을 저장했습니다.',
  '정말 나가시겠습니까?',
  '다시 시도해주세요.',
  '메일을 보내드려요.',
  '게시글이 없어요.',
  '이미지를 골라 주세요.',
  '질문과 답이 바뀌었어요.',
  '에러가 났어요.',
  '{}–{}자',
  '09:00 – 18:00',
  '잠시만요...',
  "'가까운 순'에서 빠져요.",
])('%s has a mixed form', (text) => {
  expect(mixedForms.some(([form]) => form.test(text))).toBe(true)
})

test('a particle stays on the line of the quotation before it', () => {
  // A line may end after ’ between Hangul, but not before a word joiner.
  const loose = interfaceTexts().filter(({ written }) => /’(?:[가-힣]|\{\}[ 가-힣])/.test(written))
  expect(loose.map(({ file, text }) => `${file}: ${text}`)).toEqual([])
})

/** `written`: with the joiners that keep a word on one line. */
type Text = { file: string; text: string; written: string }

/** Folders and files whose Korean texts are data, not interface. */
const DATA = [
  'server/platform/database/',
  'server/product/places/',
  'server/product/search/',
  'server/product/posts/search/',
  'rules/asking.ts',
  'rules/occasions.ts',
  'rules/search-words.ts',
]

/** The Korean texts of the pages, the mails and the responses. */
const interfaceTexts = once((): Text[] => {
  const files = globSync('{rules,web,server}/**/*.{ts,tsx}', { exclude: ['**/*.test.*', '**/*.gen.ts', '**/*.d.ts'] })
  return files
    .filter((file) => !DATA.some((room) => file.startsWith(room)))
    .flatMap((file) => textsOf(file, readFileSync(file, 'utf8')))
})

/** Literals, templates and the text of elements that have Korean letters. */
function textsOf(file: string, source: string): Text[] {
  const texts: Text[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const written = textOf(node)
    if (written && /[가-힣]/.test(written))
      texts.push({ file, written, text: written.replaceAll('\u2060', '').replace(/\s+/g, ' ').trim() })
    for (const part of Object.values(node)) visit(part)
  }
  if (/[가-힣]/.test(source)) visit(parseSync(file, source).program)
  return texts
}

type Node = { type?: string; value?: unknown; quasis?: { value: { cooked: string } }[] }

function textOf({ type, value, quasis }: Node): string | null {
  if (type === 'TemplateLiteral') return (quasis ?? []).map((part) => part.value.cooked).join('{}')
  return (type === 'Literal' || type === 'JSXText') && typeof value === 'string' ? value : null
}
