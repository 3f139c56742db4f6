import type { Answers, ValueOfOperation } from './screens/answers.ts'

type Import = NonNullable<ValueOfOperation<'getPlaceImport'>>
type Row = ValueOfOperation<'getImportedRows'>[number]

const lists = { file: null, line: 2, address: null, note: '' }
const place = { post: '1', place_id: '9', address: '서울특별시 마포구 숭문길 24', category: '냉면' }

/** Rows of a file, at least one in each state. */
export const importedRows = [
  { ...lists, row: 1, state: 'found', name: '을밀대', places: [{ ...place, name: '을밀대' }] },
  {
    ...lists,
    row: 2,
    state: 'found',
    name: '노형 국밥',
    places: [{ ...place, post: null, place_id: '10', name: '노형국밥 본점' }],
  },
  {
    ...lists,
    row: 3,
    state: 'unsure',
    name: '두집국수',
    address: '부산광역시 해운대구 우동',
    places: [
      { ...place, place_id: '11', name: '두집국수', address: '부산광역시 해운대구 우동 1' },
      { ...place, place_id: '12', name: '두집국수', address: '부산광역시 해운대구 우동 2' },
    ],
  },
  { ...lists, row: 4, state: 'missing', name: '아무도모르는집', places: [] },
] satisfies Row[]

/** An import that waits for the member to choose among its rows. */
export const readyImport = {
  id: '5',
  state: 'ready',
  failure: null,
  total: 4,
  done: 4,
  found: 2,
  unsure: 1,
  missing: 1,
  bad: 1,
  badRows: [{ file: null, line: 7, message: '이름이 없어요.' }],
} satisfies Import

/** Responses for a member whose file has been read. */
export const importAnswers = { getPlaceImport: readyImport, getImportedRows: importedRows } satisfies Answers
