import { strToU8, zipSync } from 'fflate'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { importLimits } from '#rules/place-imports.ts'
import { parseFile } from './parse-file.ts'
import { RefusedFile } from './rows.ts'
import { runParser } from './run-parser.ts'

const parse = (content: string | Uint8Array) => parseFile(typeof content === 'string' ? Buffer.from(content) : content)

function failureOf(content: string | Uint8Array): string {
  try {
    const { rows, bad } = parse(content)
    return rows.length > 0 ? `${rows.length} rows` : `${bad.length} bad`
  } catch (error) {
    if (error instanceof RefusedFile) return error.failure
    throw error
  }
}

const eulmildae = {
  name: '을밀대',
  address: '서울 마포구 숭문길 24',
  lat: 37.5485,
  lng: 126.9486,
  note: '',
  link: null,
}
const only = { file: null, line: 1 }

const kml = (body: string) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${body}</Document></kml>`
const mark =
  '<Placemark><name>을밀대</name><address>서울 마포구 숭문길 24</address><Point><coordinates>126.9486,37.5485,0</coordinates></Point></Placemark>'

test('a list of Google Takeout has names, notes and links, behind its description', () => {
  const list = [
    '서울에서 가고 싶은 곳',
    '',
    'Title,Note,URL,Tags,Comment',
    '을밀대,냉면,https://www.google.com/maps/place/%EC%9D%84/data=!4m2!3m1!1s0x1:0x2,,여름에',
    '떨어뜨린 핀,,"https://www.google.com/maps/search/37.5485,126.9486",,',
    '우래옥,"여러 줄\n메모","https://www.google.com/maps/place/x/@37.5,127/data=!3d37.5684!4d126.9987",,',
    ',,https://www.google.com/maps,,',
    'Bistro,,"https://www.google.com/maps/search/48.8566,2.3522",,',
  ].join('\n')
  expect(parse(list)).toEqual({
    rows: [
      {
        ...eulmildae,
        ...only,
        line: 4,
        address: null,
        lat: null,
        lng: null,
        note: '냉면\n여름에',
        link: expect.stringContaining('/maps/place/'),
      },
      { ...eulmildae, ...only, line: 5, name: '떨어뜨린 핀', address: null, link: expect.any(String) },
      {
        ...only,
        line: 6,
        name: '우래옥',
        address: null,
        lat: 37.5684,
        lng: 126.9987,
        note: '여러 줄\n메모',
        link: expect.any(String),
      },
    ],
    bad: [
      { file: null, line: 8, fault: 'name' },
      { file: null, line: 9, fault: 'abroad' },
    ],
  })
})

test("'Saved Places.json' is read in the form of today and in the former one", () => {
  const point = { type: 'Point', coordinates: [126.9486, 37.5485] }
  const features = [
    {
      type: 'Feature',
      geometry: point,
      properties: { date: '2024-01-01', location: { name: '을밀대', address: eulmildae.address } },
    },
    {
      type: 'Feature',
      geometry: point,
      properties: { Title: '을밀대', Location: { 'Business Name': '을밀대 본점', Address: eulmildae.address } },
    },
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [0, 0] },
      properties: { location: { name: '어딘가' }, Comment: '메모' },
    },
    {
      type: 'Feature',
      geometry: {
        type: 'LineString',
        coordinates: [
          [126, 37],
          [127, 38],
        ],
      },
      properties: { name: '길' },
    },
    null,
  ]
  const { rows, bad } = parse(JSON.stringify({ type: 'FeatureCollection', features }))
  expect(rows).toEqual([
    { ...eulmildae, ...only },
    { ...eulmildae, ...only, line: 2, name: '을밀대 본점' },
    { ...only, line: 3, name: '어딘가', address: null, lat: null, lng: null, note: '메모', link: null },
  ])
  expect(bad).toEqual([{ file: null, line: 4, fault: 'unreadable' }])
})

test('KML, KMZ and GPX have names, addresses, notes and positions', () => {
  const html = mark.replace('<Point>', '<description><![CDATA[<b>냉면</b><br>여름]]></description><Point>')
  expect(parse(kml(mark)).rows).toEqual([{ ...eulmildae, ...only }])
  expect(parse(kml(html)).rows).toEqual([{ ...eulmildae, ...only, note: '냉면\n여름' }])
  const kmz = zipSync({ 'doc.kml': strToU8(kml(mark)), 'files/icon.png': new Uint8Array(100) })
  expect(parse(kmz).rows).toEqual([{ ...eulmildae, ...only, file: 'doc.kml' }])
  const gpx = `<gpx version="1.1"><wpt lat="37.5485" lon="126.9486"><name>을밀대</name><desc>냉면</desc></wpt><trk><trkseg><trkpt lat="37" lon="127"/><trkpt lat="38" lon="127"/></trkseg></trk></gpx>`
  expect(parse(gpx).rows).toEqual([{ ...eulmildae, ...only, address: null, note: '냉면' }])
})

test('tables are read in UTF-8, UTF-16 and CP949, with commas, tabs and semicolons, and without names of columns', () => {
  const table = (sign: string) =>
    `상호명${sign}도로명 주소\r\n을밀대${sign}${eulmildae.address}\r\n똠얌${sign}서울 종로구\r\n`
  const expected = [
    { ...eulmildae, file: null, line: 2, lat: null, lng: null },
    { ...eulmildae, file: null, line: 3, name: '똠얌', address: '서울 종로구', lat: null, lng: null },
  ]
  for (const sign of [',', '\t', ';']) {
    expect(parse(table(sign)).rows).toEqual(expected)
    expect(parse(iconv.encode(table(sign), 'cp949')).rows).toEqual(expected)
    expect(parse(Buffer.from(`\uFEFF${table(sign)}`)).rows).toEqual(expected)
    expect(parse(iconv.encode(table(sign), 'utf-16le', { addBOM: true })).rows).toEqual(expected)
  }
  expect(parse(`을밀대,${eulmildae.address}\n`).rows).toEqual([{ ...eulmildae, ...only, lat: null, lng: null }])
})

test('exchanged coordinates are put in order, and those that are none are left out', () => {
  const rows = parse(
    '이름,위도,경도\n바뀐 곳,126.9486,37.5485\n빈 곳,,\n글자,NaN,Infinity\n무한,1e999,127\n한쪽,37.5,\n',
  ).rows.map(({ name, lat, lng }) => [name, lat, lng])
  expect(rows).toEqual([
    ['바뀐 곳', 37.5485, 126.9486],
    ['빈 곳', null, null],
    ['글자', null, null],
    ['무한', null, null],
    ['한쪽', null, null],
  ])
})

test('a quotation mark that is not closed spoils only its line, and repeated rows are one', () => {
  const { rows, bad } = parse('이름,주소\n을밀대,서울\n"우래옥,서울\n을밀대,서울\n평래옥,서울\n')
  expect(rows.map(({ name, line }) => [name, line])).toEqual([
    ['을밀대', 2],
    ['평래옥', 5],
  ])
  expect(bad).toEqual([{ file: null, line: 3, fault: 'unreadable' }])
})

test('lone surrogates, control characters and endless names become plain, bounded texts', () => {
  const name = `을\\ud800밀\\u0000대\\u202e${'가'.repeat(5000)}`
  const { rows } = parse(
    `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":{"name":"${name}","note":"\\udfff"}}]}`,
  )
  expect(rows[0]?.name).toBe(`을밀대${'가'.repeat(importLimits.name - 3)}`)
  expect(rows[0]?.note).toBe('')
})

const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n === 0 ? '' : n};`.repeat(10)}">`).join('')}]><kml><Placemark><name>&lol9;</name></Placemark></kml>`

test.each([
  ['a billion laughs', laughs, 'unsafe'],
  [
    'an outer entity',
    '<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]><kml><Placemark><name>&x;</name></Placemark></kml>',
    'unsafe',
  ],
  ['a DTD in small letters behind a comment', '<!-- > --><!doctype kml><kml/>', 'unsafe'],
  ['deep elements', `${'<kml>'.repeat(100_000)}`, 'unsafe'],
  ['deep arrays', '{"features":'.concat('['.repeat(100_000)), 'unsafe'],
  ['many elements', `<kml>${'<a/>'.repeat(importLimits.elements)}</kml>`, 'unsafe'],
  ['an open comment', '<kml><!-- ', 'damaged'],
  ['an open value', '<kml a="', 'damaged'],
  ['half an element', '<kml><Placemark><name', 'damaged'],
  ['broken JSON', '{"features": [', 'damaged'],
  ['other XML', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'unknown'],
  ['other JSON', '{"a": 1}', 'unknown'],
  ['a text', '오늘은 냉면을 먹었다.\n맛있었다.\n', 'unknown'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452000000', 'hex'), 'unknown'],
  ['nothing', '', 'empty'],
  ['spaces', ' \n\n', 'empty'],
  ['no places', kml(''), 'empty'],
  ['only names of columns', '이름,주소\n', 'empty'],
  ['an archive of pictures', zipSync({ 'a.png': new Uint8Array(10) }), 'unknown'],
  ['an archive in an archive', zipSync({ 'a.kmz': zipSync({ 'doc.kml': strToU8(kml(mark)) }) }), 'unknown'],
  ['half an archive', zipSync({ 'doc.kml': strToU8(kml(mark)) }).subarray(0, 60), 'damaged'],
])('%s is refused', (_name, content, failure) => {
  expect(failureOf(content)).toBe(failure)
})

test('archives with many or large entries are refused, and paths in them lead nowhere', () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`${n}.png`, new Uint8Array(0)]))
  expect(failureOf(zipSync(many))).toBe('unsafe')
  const files = Object.fromEntries(
    Array.from({ length: importLimits.files + 1 }, (_, n) => [`${n}.csv`, strToU8('이름,주소\n')]),
  )
  expect(failureOf(zipSync(files))).toBe('unsafe')
  const bomb = zipSync({ 'a.csv': new Uint8Array(importLimits.inflatedBytes + 1) })
  expect(bomb.length).toBeLessThan(100_000)
  expect(failureOf(bomb)).toBe('unsafe')
  const outside = zipSync({ '../../etc/passwd.csv': strToU8('이름,주소\n을밀대,서울\n') })
  expect(parse(outside).rows).toMatchObject([{ file: 'passwd.csv', name: '을밀대' }])
})

test('an entry that is larger than the archive says is cut there', () => {
  const text = `이름,주소\n을밀대,서울\n${'x'.repeat(1_000_000)}`
  const bytes = zipSync({ 'a.csv': strToU8(text) })
  const said = Buffer.from(bytes)
  const size = Buffer.alloc(4)
  size.writeUInt32LE(text.length + Buffer.byteLength('이름,주소을밀대,서울') - '이름,주소을밀대,서울'.length)
  // Both headers name the size.
  for (let at = said.indexOf(size); at !== -1; at = said.indexOf(size, at + 1)) said.writeUInt32LE(30, at)
  expect(parse(said).rows).toMatchObject([{ name: '을밀대' }])
})

test('more than 2,000 places are refused, and 2,000 are not', () => {
  const lines = (count: number) => `이름,주소\n${Array.from({ length: count }, (_, n) => `집 ${n},서울`).join('\n')}`
  expect(parse(lines(importLimits.rows)).rows).toHaveLength(importLimits.rows)
  expect(failureOf(lines(importLimits.rows + 1))).toBe('tooMany')
})

test('five megabytes of one line, of one value or of one element end', () => {
  const much = 'ㄱ'.repeat(importLimits.bytes / 3 - 200)
  expect(failureOf(much)).toBe('unknown')
  expect(parse(`이름,주소\n"${much}",서울\n`).rows[0]?.name).toHaveLength(importLimits.name)
  expect(parse(kml(`<Placemark><name>${much}</name></Placemark>`)).rows[0]?.name).toHaveLength(importLimits.name)
  expect(failureOf(`<kml a="${much}"/>`)).toBe('empty')
  expect(failureOf(`{"features":["${'\\"'.repeat(1_000_000)}"]}`)).toBe('1 bad')
})

test('on its own thread a file is read, and one that takes too long ends', async () => {
  await expect(runParser(Buffer.from(kml(mark)))).resolves.toMatchObject({ parsed: { rows: [{ name: '을밀대' }] } })
  await expect(runParser(Buffer.from(laughs))).resolves.toEqual({ failure: 'unsafe' })
  await expect(runParser(Buffer.from(kml(mark)), 0)).resolves.toEqual({ failure: 'damaged' })
})
