import { hash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { dateInSeoul } from '#rules/dates.ts'
import { foldText, normalForm } from '#rules/normal-form.ts'
import { type Database, perDatabase } from '../../platform/database/connect.ts'
import { columnArraysOf } from '../../platform/database/prepared.ts'
import { networkOf } from '../../platform/limits/networks.ts'

// Counts visitors without knowing them: a visitor's `mark` (nothing that a member presses) is a salted hash of network and
// browser. The salt lasts a day and is then erased with all these hashes. Each process collects them in memory and adds them
// to those of the others.

/** Parts of a request from which the salted hash of its visitor is made. */
export type Visit = Readonly<{ ip: string; userAgent: string | null }>

export function visitOf({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Visit {
  return { ip, userAgent: headers['user-agent'] ?? null }
}

const FLUSH_MS = 30_000

/** Marks of a day that a process keeps in memory, so that it writes each once. */
const MOST_KEPT = 100_000

/** Marks of a day in the database; beyond them a flood would fill the disk. */
const MOST_MARKS = 500_000

/** Searches of a day in the database that found nothing. */
const MOST_MISSED = 20_000

/** Searches that found nothing, as many as a process collects between two flushes or while it cannot write. */
const MOST_UNSENT = 1000

const LONGEST_KEYWORD = 40

/** Beginning of the user agents of all browsers, and words in those of search engines and programs, which are not counted. */
const BROWSER = /^Mozilla\/5\.0 \((?!compatible)/
const ROBOT = /bot|crawl|spider|preview|headless|lighthouse|monitor/i

/** Telephone numbers, however they are typed, and e-mail addresses: they would identify a person. */
const PERSONAL = /@|(?:\d[^\p{L}\d]*){7}/u

type Day = { day: string; salt: string; known: Set<string>; unsent: Set<string>; missed: Map<string, Missed> }

type Missed = Readonly<{ keyword: string; mark: string }>

/** Counts the visitors that one process sees. */
export class VisitorCounter {
  readonly #db: Database
  #today: Day | null = null
  #opening = ''
  #isFlushing = false

  constructor(db: Database) {
    this.#db = db
  }

  /** Counts the visitor, once a day. */
  note(visit: Visit): void {
    const today = this.#dayOf(visit)
    if (!today) return
    const mark = markOf(today.salt, visit)
    if (today.known.has(mark) || today.known.size >= MOST_KEPT) return
    today.known.add(mark)
    today.unsent.add(mark)
    this.#flushLater()
  }

  /** Notes a search that found nothing. */
  noteMissed(visit: Visit, keyword: string): void {
    const today = this.#dayOf(visit)
    const text = normalForm(keyword)
    if (!today || text === '' || text.length > LONGEST_KEYWORD || PERSONAL.test(foldText(keyword))) return
    const mark = markOf(today.salt, visit)
    if (today.missed.size < MOST_UNSENT) today.missed.set(`${mark} ${text}`, { keyword: text, mark })
    this.#flushLater()
  }

  /** Null for robots, and in the moment before the salt of the day is known. */
  #dayOf({ userAgent }: Visit): Day | null {
    if (userAgent === null || !BROWSER.test(userAgent) || ROBOT.test(userAgent)) return null
    const day = dateInSeoul(Date.now())
    if (this.#today?.day === day) return this.#today
    void this.#open(day)
    return null
  }

  /** Begins a day with the salt that all processes share for it. */
  async #open(day: string): Promise<void> {
    if (this.#opening === day) return
    this.#opening = day
    try {
      await this.flush()
      await sql`insert into site_days (day, salt) values (${day}, ${randomBytes(32)}) on conflict do nothing`.execute(
        this.#db,
      )
      const { rows } = await sql<{ salt: Buffer | null }>`select salt from site_days where day = ${day}`.execute(
        this.#db,
      )
      const salt = rows[0]?.salt
      if (salt)
        this.#today = { day, salt: salt.toString('hex'), known: new Set(), unsent: new Set(), missed: new Map() }
    } catch {
      // The next visit tries again.
    }
    this.#opening = ''
  }

  #flushLater(): void {
    if (this.#isFlushing) return
    this.#isFlushing = true
    void wait(FLUSH_MS, undefined, { ref: false }).then(() => {
      this.#isFlushing = false
      return this.flush().catch(() => {})
    })
  }

  /** Adds what was counted to the database. What cannot be added now is added with the next ones. */
  async flush(): Promise<void> {
    const today = this.#today
    if (!today) return
    const { day, unsent, missed } = today
    const marks = [...unsent]
    const [names, searches] = [[...missed.keys()], [...missed.values()]]
    if (marks.length > 0) {
      await sql`insert into visitor_marks (day, mark) select d.day, decode(m, 'base64') from site_days d, unnest(${marks}::text[]) m
        where d.day = ${day} and d.salt is not null
          and (select count(*) from visitor_marks where day = d.day) < ${sql.lit(MOST_MARKS)}
        on conflict do nothing`.execute(this.#db)
      for (const mark of marks) unsent.delete(mark)
    }
    if (searches.length > 0) {
      await sql`insert into missed_searches (day, keyword, mark)
        select d.day, s.keyword, decode(s.mark, 'base64')
        from site_days d, unnest(${columnArraysOf(searches, { keyword: 'text', mark: 'text' })}) s (keyword, mark)
        where d.day = ${day} and d.salt is not null
          and (select count(*) from missed_searches where day = d.day) < ${sql.lit(MOST_MISSED)}
        on conflict do nothing`.execute(this.#db)
      for (const name of names) missed.delete(name)
    }
  }
}

/** Twelve characters of base64, which are nine bytes. */
function markOf(salt: string, { ip, userAgent }: Visit): string {
  return hash('sha256', `${salt}\n${networkOf(ip)}\n${userAgent}`, 'base64').slice(0, 12)
}

/** The counter of this process. */
export const visitorCounterOf = perDatabase((db) => new VisitorCounter(db))
