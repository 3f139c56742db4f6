import { expect, test } from 'vitest'
import { looksOfficial } from './official-names.ts'

test.each([
  '운영자',
  '맛나눔 운영팀',
  '관.리 자',
  '１:１ 고객센터',
  'Admin',
  'ａｄｍｉｎ',
  'a d m i n',
  '맛집admin2',
  'Moderator',
  'аdmin',
  'admіn',
  'ádmin',
  'мoderator',
  '운영者',
  '맛나눔',
  '맛.나눔',
  '맛나눔 공식',
  '맛나눔운영',
  // Small capitals, circles, squares, flags, and styles of mathematics.
  'ᴀᴅᴍɪɴ',
  'ⓐⓓⓜⓘⓝ',
  '🅐🅓🅜🅘🅝',
  '🅰🅳🅼🅸🅽',
  '🇦🇩🇲🇮🇳',
  '𝒶𝒹𝓂𝒾𝓃',
  '𝗠𝗼𝗱𝗲𝗿𝗮𝘁𝗼𝗿',
  // Letters of Cyrillic, Greek, Cherokee, Armenian, Coptic, Lisu and Canadian syllabics.
  'АDМІN',
  'αdmιn',
  'ꭺꭰꮇꭵɴ',
  'Ꭺᗞmin',
  'admiո',
  'ⲘⲞderator',
  'ꓮꓓꓟꓲꓠ',
  // With strokes, hooks and accents.
  'ađmin',
  'ȧɖɱɨɲ',
  'møderatør',
  'ãdmïñ',
  // Digits, signs, and letters that look like others.
  'adm1n',
  '4dm1n',
  '4dmin1',
  '@dmin',
  '@ d m ! n',
  'adm|n',
  'admln',
  'ADMlN',
  'adrnin',
  'aclmin',
  'm0d3r4t0r',
  'mod3rat0r님',
  '맛집 adm1n 7',
  'ａｄｍ１ｎ',
  'administrat0r',
  // Hangul letter by letter, and Chinese characters.
  'ㅇㅜㄴㅇㅕㅇㅈㅏ',
  '운영ㅈㅏ',
  '관리ㅈr',
  'ㄱㅗㅏㄴㄹㅣ자',
  '관ㄹl자',
  'ㅁㅏㅅㄴㅏ눔',
  '運營者',
  '管理자',
  '顧客센터',
  '맛나눔 0fficial',
])('%s passes for whoever runs the site', (username) => {
  expect(looksOfficial(username, '맛나눔')).toBe(true)
})

test.each([
  ...['김하나', '배드민턴 badminton', '운영하는 사람', '맛집 관리', '모더레이트', '맛나눔 팬', 'адмирал', '윤영자'],
  ...[
    'ㅋㅋㅋ',
    'ㅇㅈ',
    'Amid 1n',
    'Adam',
    'madmin3',
    '관악산',
    '1234',
    'moderato',
    '맛집탐방 4',
    'Łukasz',
    '田中',
    'ㅎㅏ늘',
  ],
])('%s is an ordinary nickname', (username) => {
  expect(looksOfficial(username, '맛나눔')).toBe(false)
})
