// These paths are not in `paths.ts`, because the first script of every page contains that file.

/** Path to which a member uploads a file of places. */
export const IMPORT_PATH = '/account/import'

/** Path of a file with the member's own list or collection: 'want.csv'. */
export const PLACE_FILE_PATH = '/account/places/:name'

/** Limits of a file of places that a member uploads, and of what is read from it. */
export const importLimits = {
  /** Bytes of the file, and of all that an archive unpacks to. */
  bytes: 5 * 1024 * 1024,
  inflatedBytes: 20 * 1024 * 1024,
  /** Entries that an archive may list, and files that are read from it. */
  entries: 1000,
  files: 50,
  rows: 2000,
  /** How deep elements or values may be nested, and how many elements there may be. */
  depth: 50,
  elements: 200_000,
  name: 100,
  address: 200,
  /** Characters of a note that are kept: as many as a collection has room for. */
  note: 100,
  link: 500,
  /** Places offered for one row. */
  choices: 5,
  /** Faulty lines that are listed. */
  faults: 100,
  /** Rows of one response. */
  page: 200,
  /** Hours after which an unfinished import is erased. */
  hours: 24,
} as const

const rowsText = importLimits.rows.toLocaleString('ko-KR')

/** Why a file as a whole is refused. */
export const importFailureMessages = {
  unknown: '가져올 수 없는 파일이에요. CSV, KML, KMZ, GPX, GeoJSON 파일을 골라 주세요.',
  damaged: '파일이 손상되어 읽을 수 없어요.',
  unsafe: '압축이나 내용이 안전하지 않아 파일을 읽지 않았어요.',
  empty: '파일에서 장소를 찾지 못했어요.',
  tooMany: `한 번에 ${rowsText}곳까지 가져올 수 있어요. 파일을 나눠 주세요.`,
} as const

export type ImportFailure = keyof typeof importFailureMessages

/** Why a line is left out. */
export const rowFaultMessages = {
  name: '이름이 없어요.',
  unreadable: '읽을 수 없는 줄이에요.',
  abroad: '한국 밖에 있는 곳이에요.',
} as const

export type RowFault = keyof typeof rowFaultMessages

export const importMessages = {
  tooLarge: `${importLimits.bytes / 1024 / 1024}MB까지 가져올 수 있어요. 파일을 나눠 주세요.`,
  busy: '다른 파일을 가져오고 있어요. 끝나거나 취소한 뒤에 다시 골라 주세요.',
  gone: '가져오던 내용을 찾을 수 없어요. 파일을 다시 골라 주세요.',
  unfinished: '아직 장소를 찾고 있어요. 잠시만 기다려 주세요.',
  choices: '고른 곳을 확인해 주세요.',
} as const

/** Endings and types for the dialog that chooses a file. */
export const IMPORT_ACCEPT =
  '.csv,.tsv,.txt,.json,.geojson,.kml,.kmz,.gpx,.zip,text/csv,application/json,application/geo+json,application/zip'
