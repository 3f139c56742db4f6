import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importLimits } from '#rules/place-imports.ts'
import { cleanLine, cleanText, cutCharacters } from '#rules/text.ts'
import { parseFile } from '../../imports/parse/parse-file.ts'
import { type FilePlace, type PlaceFormat, placeFormats } from './write-places.ts'

const signs = [
  '"',
  "'",
  '=1+1',
  '@',
  '-',
  '+',
  '\t',
  ',',
  ';',
  '\n',
  '\r\n',
  '<b>',
  '&amp;',
  ']]>',
  '😀',
  '👨‍👩‍👧',
  '가',
  ' ',
  '\\',
  '＝',
  '%0A',
]
const part = fc.oneof(fc.constantFrom(...signs), fc.string({ unit: 'binary', maxLength: 4 }))
const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))
const line = (limit: number) => text.map((one) => cutCharacters(cleanLine(one), limit).trim())

const place: fc.Arbitrary<FilePlace> = fc
  .record({
    name: line(importLimits.name).filter((name) => name !== ''),
    address: line(importLimits.address).map((address) => address || null),
    at: fc.option(
      fc.tuple(fc.double({ min: 33, max: 39, noNaN: true }), fc.double({ min: 125, max: 131, noNaN: true })),
    ),
    note: text.map((one) => cutCharacters(cleanText(one), importLimits.note).trim()),
    category: fc.constant(null),
    link: fc.integer({ min: 1 }).map((id) => `https://mat.example/place/${id}`),
    savedAt: fc.constant(new Date(0)),
  })
  .map(({ at, ...rest }) => ({ ...rest, lat: at?.[0] ?? null, lng: at?.[1] ?? null }))

const places = fc.uniqueArray(place, { minLength: 1, maxLength: 6, selector: ({ link }) => link })

test.each(Object.keys(placeFormats) as PlaceFormat[])('what goes out as %s comes in again without loss', (format) => {
  fc.assert(
    fc.property(places, text, (kept, title) => {
      // A waypoint of GPX has a position.
      const sent = format === 'gpx' ? kept.map((one) => ({ ...one, lat: one.lat ?? 37.5, lng: one.lng ?? 127 })) : kept
      const { rows, bad } = parseFile(Buffer.from(placeFormats[format].write(title, sent)))
      expect(bad).toEqual([])
      const read = rows.map(({ name, address, lat, lng, note, link }) => ({ name, address, lat, lng, note, link }))
      expect(read).toEqual(
        sent.map(({ name, address, lat, lng, note, link }) => ({ name, address, lat, lng, note, link })),
      )
    }),
    { numRuns: 300 },
  )
})

test('no cell of a CSV is a formula', () => {
  fc.assert(
    fc.property(place, (one) => {
      const [, row = []] = parse(placeFormats.csv.write('', [one]), { bom: true })
      for (const cell of row) expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r]/)
    }),
  )
})
