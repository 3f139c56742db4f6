import {
  type Box,
  baseFile,
  boxOfSquare,
  landFile,
  METRO_ZOOM,
  metroFile,
  placeTiles,
  placeTilesAt,
  type SquareKind,
  squareFile,
  squaresIn,
  tileKindAt,
  type WholeFile,
  wholeFilesAt,
} from '#rules/korea-map.ts'
import {
  type Base,
  type Land,
  type Metro,
  type Places,
  readBase,
  readMetro,
  readPlaces,
  readSquareLand,
  readWholeLand,
} from './files.ts'

/** The loaded data of a view. */
export type MapData = {
  base: Base | null
  /** The whole country, shown below squares that are still loading. */
  whole: Land | null
  squares: (Box & { content: Land })[]
  /** Whether every square of the view is loaded. */
  isComplete: boolean
  metro: Metro | null
  places: Places[]
}

const readers: Record<WholeFile, (content: never) => unknown> = {
  [baseFile]: readBase,
  [landFile]: readWholeLand,
  [metroFile]: readMetro,
}

/** Files of the map by name, fetched once; a failed one is fetched again next time. */
export class KoreaStore {
  private readonly files = new Map<string, { content: unknown } | { pending: Promise<void> }>()
  /** Number of loaded files; while it is equal, a drawing is up to date. */
  fileCount = 0
  private readonly fetchJson: (name: string) => Promise<unknown>

  /** @param fetchJson returns the content of a file by its name */
  constructor(fetchJson: (name: string) => Promise<unknown>) {
    this.fetchJson = fetchJson
  }

  /** Fetches the files of a view. @throws if some cannot be fetched; the others are then loaded. */
  async load(view: Box, zoom: number): Promise<void> {
    const whole = wholeFilesAt(zoom).map((file) => this.read(file, readers[file]))
    const [base] = whole
    const squares = base?.then(() => Promise.all(this.readSquares(view, zoom)))
    const results = await Promise.allSettled([...whole, squares])
    if (results.some(({ status }) => status === 'rejected')) throw new Error('Some of the map could not be fetched.')
  }

  /** What is loaded of a view. */
  dataFor(view: Box, zoom: number): MapData {
    const base = this.known<Base>(baseFile)
    const [kind, places] = [tileKindAt(zoom), placeTilesAt(zoom)]
    const wanted = base && kind ? filesIn(view, kind, base) : []
    const squares = wanted.flatMap(({ x, y, file, box }) => {
      const content = this.known<Land>(file)
      return content ? [{ ...box, content, x, y }] : []
    })
    return {
      base,
      whole: this.known<Land>(landFile),
      squares,
      isComplete: Boolean(base && kind) && squares.length === wanted.length,
      metro: zoom >= METRO_ZOOM ? this.known<Metro>(metroFile) : null,
      places: base && places ? filesIn(view, places, base).flatMap(({ file }) => this.known<Places>(file) ?? []) : [],
    }
  }

  private readSquares(view: Box, zoom: number): Promise<void>[] {
    const base = this.known<Base>(baseFile)
    if (!base) return []
    const kind = tileKindAt(zoom)
    const land = kind ? filesIn(view, kind, base) : []
    const kindOfPlaces = placeTilesAt(zoom)
    const places = kindOfPlaces ? filesIn(view, kindOfPlaces, base) : []
    return [
      ...land.map(({ file, x, y }) =>
        this.read(file, (content) => readSquareLand(content as never, x, y, kind as SquareKind)),
      ),
      ...places.map(({ file, x, y }) => this.read(file, (content) => readPlaces(content as never, x, y, placeTiles))),
    ]
  }

  private known<Content>(name: string): Content | null {
    const file = this.files.get(name)
    return file && 'content' in file ? (file.content as Content) : null
  }

  private read<File>(name: string, decode: (file: File) => unknown): Promise<void> {
    const file = this.files.get(name)
    if (file) return 'pending' in file ? file.pending : Promise.resolve()
    const pending = this.fetchJson(name).then(
      (content) => {
        this.files.set(name, { content: decode(content as File) })
        this.fileCount++
      },
      (error: unknown) => {
        this.files.delete(name)
        throw error
      },
    )
    this.files.set(name, { pending })
    return pending
  }
}

/** The squares of that kind in a view that have a file. */
function filesIn(view: Box, kind: SquareKind, { squares }: Base) {
  return squaresIn(view, kind.zoom)
    .filter(({ x, y }) => squares[kind.name].has(`${x} ${y}`))
    .map(({ x, y }) => ({ x, y, file: squareFile(kind, x, y), box: boxOfSquare(x, y, kind.zoom) }))
}
