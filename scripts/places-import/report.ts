import path from 'node:path'
import type { WriteStream } from 'node:tty'
import { StartError } from '#server/platform/start-error.ts'
import { readFileStart } from '#server/product/places/import/read-blocks.ts'
import type { ImportProgress, ImportReporter, Outcome } from '#server/product/places/import/sources.ts'

/** Malformed rows shown; further ones are only counted. */
const SHOWN = 20

/** Milliseconds between two drawings of the bar. */
const REDRAW = 200

/** Characters of the bar. */
const BAR = 24

const whole = new Intl.NumberFormat('en')

/** Shows the progress of an import: a bar on a terminal, a line for each tenth in a file. */
export class ImportReport implements ImportReporter {
  readonly #name: string
  readonly #out: WriteStream
  readonly #started = performance.now()
  #firstDone: number | undefined
  #drawn = Number.NEGATIVE_INFINITY
  #tenth = 0
  #malformed = 0

  constructor(name: string, out: WriteStream) {
    this.#name = name
    this.#out = out
  }

  progress(progress: ImportProgress): void {
    this.#firstDone ??= progress.done
    const share = progress.total === 0 ? 1 : progress.done / progress.total
    const now = performance.now()
    const isDue = this.#out.isTTY ? now - this.#drawn >= REDRAW || share === 1 : Math.floor(share * 10) > this.#tenth
    if (!isDue) return
    this.#drawn = now
    this.#tenth = Math.floor(share * 10)
    this.#write(barLine(this.#name, progress, share, this.#secondsLeft(progress)))
  }

  malformed(line: number, reason: string): void {
    this.#malformed++
    if (this.#malformed <= SHOWN) this.#print(`  line ${whole.format(line)}: ${reason}`)
    if (this.#malformed === SHOWN + 1) this.#print('  … further malformed rows are only counted')
  }

  /** Prints the result of the file. False if all its rows are malformed. */
  end(outcome: Outcome): boolean {
    const { source, imported, passedOver, malformed, places, areas, wasDone } = outcome
    const count = (rows: number, what: string) => `${whole.format(rows)} ${what}`
    const parts = [count(imported, 'imported'), count(passedOver, 'passed over'), count(malformed, 'malformed')]
    this.#print(`${this.#name}: ${wasDone ? 'was imported before; nothing to do' : parts.join(', ')}`)
    this.#print(`  source "${source}" now holds ${count(places, 'places')} and ${count(areas, 'areas')}`)
    const isRead = imported + passedOver > 0 || malformed === 0
    if (!isRead) this.#print(`  Nothing was imported: no row of ${this.#name} can be read.`)
    return isRead
  }

  #secondsLeft({ done, total }: ImportProgress): number | null {
    const seconds = (performance.now() - this.#started) / 1000
    const doneNow = done - (this.#firstDone ?? 0)
    return doneNow > 0 && seconds > 1 ? ((total - done) * seconds) / doneNow : null
  }

  #write(line: string): void {
    this.#out.write(this.#out.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
  }

  /** A line above the bar. */
  #print(line: string): void {
    this.#out.write(`${this.#out.isTTY ? '\r\u001b[K' : ''}${line}\n`)
  }
}

function barLine(name: string, { imported }: ImportProgress, share: number, secondsLeft: number | null): string {
  const filled = Math.round(share * BAR)
  const bar = '█'.repeat(filled) + '░'.repeat(BAR - filled)
  const left = secondsLeft === null ? '' : ` · ${formatSeconds(secondsLeft)} left`
  return `${name} ${bar} ${Math.floor(share * 100)} % · ${whole.format(imported)} places${left}`
}

function formatSeconds(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
}

/**
 * Checks all files before the first import, so that a misspelt name does not end an import of hours.
 * @throws {StartError} which says what is wrong with one of them
 */
export async function requireFiles(files: readonly string[]): Promise<void> {
  for (const file of files) {
    await readFileStart(file, 1).catch((error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ''] ?? error.message
      throw new StartError(`${path.resolve(file)} cannot be imported: ${reason}.`)
    })
  }
}
