import { replaceEqualDeep } from '@tanstack/react-query'
import type { AuthorState, Friend, PostState, ReaderState, Viewer } from '#contract/reader-state.ts'
import { createListeners } from '../listeners.ts'

/** Kinds of entities in the store, each with the field that names one. */
const keys = { post: 'id', comment: 'id', author: 'handle' } as const
type Kind = keyof typeof keys
type Name = `${Kind} ${string}`

/** Name of an entity or collection that can be deleted. */
export type Deleted = Name | `collection ${string}`

/** The id of something that was loaded with these fields. Lists hold these. */
export type Ref<Entity> = string & { readonly entity?: Entity }

export const refOf = <Entity extends { id: string }>({ id }: Entity): Ref<Entity> => id

type Fields = Record<string, unknown>

/** Kinds of entities that may have marks of the reader. */
export type Marked = Name | `place ${string}`

/** The reader's own part. A mark that was taken off is false, so that an older response does not put it on again. */
export type Marks = Readonly<{
  [mark in Exclude<keyof PostState | keyof AuthorState, 'place' | 'visits' | 'friends'>]?: boolean
}> & {
  readonly visits?: number | undefined
  /** Of a place, whose page tells them; other responses leave them as they are. */
  readonly friends?: readonly Friend[] | undefined
  /** Of a post, which has the marks of its place. */
  readonly place?: string
}

/** The marks that all posts of a place have. */
const ofPlace = ({ wanted, been, visits }: Marks): Pick<Marks, 'wanted' | 'been' | 'visits'> => ({
  wanted,
  been,
  visits,
})

/** Entities in a page's HTML: an id and the other fields, the next id, and so on, in the order of loading. */
export type CarriedEntities = (string | Fields)[]

type Session = 'own' | 'other' | 'none'

/** Number of what a page brings, before that of the first request, and of what an earlier page of the tab has left. */
const PAGE = 0
export const EARLIER = -1

const NOTHING: Marks = {}

/**
 * One copy of every post, comment and author that responses have brought, and what belongs to the reader. Responses are
 * numbered when they are asked for (`begin`): what is older than the copy only adds fields that the copy lacks.
 */
export class Store {
  /** The person in the HTML that the server rendered; null on pages that everybody shares. */
  readonly rendered: Viewer | null
  #viewer: Viewer | null
  #unread = 0
  #waiting: number | undefined
  #session: Session = 'own'
  readonly #entities = new Map<Name, Fields>()
  #marks: Record<string, Marks> = {}
  #deleted: ReadonlySet<Deleted> = new Set()
  #begun = PAGE
  readonly #asOf = new Map<string, number>()
  /** Numbers of unfinished writes of each name: until they end, every response is older. */
  readonly #held = new Map<string, number>()
  readonly #listeners = createListeners()
  readonly subscribe = this.#listeners.subscribe
  readonly #sessionListeners = createListeners()
  /** Told whenever the session is heard of, also when that is nothing new. */
  readonly subscribeSession = this.#sessionListeners.subscribe

  constructor(rendered: Viewer | null, viewer = rendered) {
    this.rendered = rendered
    this.#viewer = viewer
  }

  get viewer(): Viewer | null {
    return this.#viewer
  }

  get unread(): number {
    return this.#unread
  }

  /** Number of items that wait for the reader's decision; undefined for who does not moderate. */
  get waiting(): number | undefined {
    return this.#waiting
  }

  get session(): Session {
    return this.#session
  }

  /** Another object after each change; by name. */
  get marks(): Readonly<Record<string, Marks>> {
    return this.#marks
  }

  /** Another object after each change. */
  get deleted(): ReadonlySet<Deleted> {
    return this.#deleted
  }

  /** Undefined for what nothing names, or has not been loaded. */
  get<Entity>(kind: Kind, id: Ref<Entity> | undefined): Entity | undefined {
    return this.#entities.get(`${kind} ${id}`) as Entity | undefined
  }

  marksOf(name: Marked): Marks {
    return this.#marks[name] ?? NOTHING
  }

  /** The place of a post, which is wanted and where one has been; the post itself, if it has none. */
  placeOf(name: Marked): Marked {
    const { place } = this.marksOf(name)
    return place === undefined ? name : `place ${place}`
  }

  /** Number of a request that is sent now, or of a write that ends now. */
  begin(): number {
    return ++this.#begun
  }

  /** Puts in what a response or a page brings, and what it says of the reader. */
  put(data: unknown, asOf = PAGE, reader?: ReaderState): void {
    this.#putIn(data, asOf)
    if (reader && reader.viewer.jwt === this.#viewer?.jwt) {
      this.#marks = { ...this.#marks }
      for (const [id, marks] of Object.entries(reader.posts)) this.#putMarks(`post ${id}`, marks, asOf)
      for (const [id, marks] of Object.entries(reader.places ?? {}))
        this.#putMarks(`place ${id}`, { friends: undefined, ...marks }, asOf)
      for (const [handle, marks] of Object.entries(reader.authors)) this.#putMarks(`author ${handle}`, marks, asOf)
      if (!this.#isOld('unread', asOf)) this.#unread = reader.unread
      this.#waiting = reader.waiting
    }
    this.#listeners.tell()
  }

  #putIn(data: unknown, asOf: number): void {
    if (typeof data !== 'object' || data === null) return
    const kind = kindOf(data)
    if (kind) this.#putEntity(`${kind} ${(data as Fields)[keys[kind]]}`, data as Fields, asOf)
    for (const part of Object.values(data)) this.#putIn(part, asOf)
  }

  #putEntity(name: Name, fresh: Fields, asOf: number): void {
    const before = this.#entities.get(name)
    const isOld = this.#isOld(name, asOf)
    this.#entities.set(name, replaceEqualDeep(before, isOld ? { ...fresh, ...before } : { ...before, ...fresh }))
    if (!isOld && this.#deleted.has(name)) this.#setDeleted(name, false)
  }

  #putMarks(name: Marked, fresh: Marks, asOf: number): void {
    const place = fresh.place && (`place ${fresh.place}` as const)
    if (place) this.#putMarks(place, ofPlace(fresh), asOf)
    const before = this.#marks[name]
    const known = before?.friends && { friends: before.friends }
    const marks = {
      ...(this.#isOld(name, asOf) ? { ...fresh, ...before } : { ...known, ...fresh }),
      ...(place && ofPlace(this.marksOf(place))),
    }
    this.#marks[name] = replaceEqualDeep(before, marks)
    if (this.#marks[name] !== before) this.#spread(name)
  }

  /** Gives all posts of a place its marks. */
  #spread(place: Marked): void {
    if (!place.startsWith('place ')) return
    for (const [name, marks] of Object.entries(this.#marks)) {
      if (`place ${marks.place}` === place)
        this.#marks[name] = replaceEqualDeep(marks, { ...marks, ...ofPlace(this.marksOf(place)) })
    }
  }

  /** Whether the copy is newer; otherwise it is as new as that from now on. */
  #isOld(name: string, asOf: number): boolean {
    if (this.#held.has(name) || asOf < (this.#asOf.get(name) ?? asOf)) return true
    this.#asOf.set(name, asOf)
    return false
  }

  /** Responses to what was asked for until now are older than it. */
  #renew(name: string): void {
    this.#asOf.set(name, this.begin())
  }

  /** For the time of a write: no response changes it until the returned function is called. */
  hold(name: Deleted | Marked): () => void {
    this.#held.set(name, (this.#held.get(name) ?? 0) + 1)
    return () => {
      const left = (this.#held.get(name) ?? 0) - 1
      if (left > 0) this.#held.set(name, left)
      else this.#held.delete(name)
      this.#renew(name)
    }
  }

  change<Entity>(kind: Kind, id: Ref<Entity>, change: (before: Entity) => Partial<Entity>): void {
    const name: Name = `${kind} ${id}`
    const before = this.get<Entity>(kind, id)
    if (!before) return
    this.#entities.set(name, { ...before, ...change(before) } as Fields)
    this.#renew(name)
    this.#listeners.tell()
  }

  /** A mark of a place is set by the name of the place (`placeOf`). */
  setMark<Mark extends keyof Marks>(name: Marked, mark: Mark, value: Marks[Mark]): void {
    this.#marks = { ...this.#marks, [name]: { ...this.marksOf(name), [mark]: value } }
    this.#spread(name)
    this.#renew(name)
    this.#listeners.tell()
  }

  /** Hides something from every list, or shows it again, as a later response that has it does. */
  setDeleted(name: Deleted, isDeleted: boolean): void {
    this.#setDeleted(name, isDeleted)
    this.#renew(name)
    this.#listeners.tell()
  }

  #setDeleted(name: Deleted, isDeleted: boolean): void {
    const deleted = new Set(this.#deleted)
    if (isDeleted) deleted.add(name)
    else deleted.delete(name)
    this.#deleted = deleted
  }

  setUnread(unread: number): void {
    this.#unread = unread
    this.#renew('unread')
    this.#listeners.tell()
  }

  /** Sets the reader, and forgets the marks of another one. */
  setViewer(viewer: Viewer | null): void {
    if (viewer?.jwt !== this.#viewer?.jwt) {
      this.#marks = {}
      this.#unread = 0
      this.#waiting = undefined
      this.#deleted = new Set()
    }
    this.#viewer = viewer
    this.#listeners.tell()
    this.noteSession('own')
  }

  /** Notes the account of the browser's session, as told by another tab or the server. */
  noteSession(session: Session): void {
    this.#session = session
    this.#sessionListeners.tell()
  }

  /** For a page that the server makes. */
  carry(): CarriedEntities {
    return [...this.#entities].flatMap(([name, { ...fields }]) => {
      const [kind, id = ''] = name.split(' ') as [Kind, string]
      delete fields[keys[kind]]
      // Most posts have none, and every byte of a page counts.
      if (fields.week_hours === null) delete fields.week_hours
      return [id, fields]
    })
  }

  accept(carried: CarriedEntities): void {
    for (let at = 0; at < carried.length; at += 2) {
      const fields = carried[at + 1] as Fields
      const kind = kindOf(fields)
      const left = kind === 'post' ? { week_hours: null } : {}
      if (kind) this.#putEntity(`${kind} ${carried[at]}`, { [keys[kind]]: carried[at], ...left, ...fields }, PAGE)
    }
  }
}

/** The kind by the fields that documents ask for of that kind alone. */
function kindOf(data: object): Kind | undefined {
  if ('like' in data && 'username' in data) return 'post'
  if ('tasty' in data) return 'comment'
  return 'followers' in data ? 'author' : undefined
}
