import { replaceEqualDeep } from '@tanstack/react-query'
import type { AuthorState, Friend, PostState, ReaderState, Viewer } from '#contract/reader-state.ts'
import { createListeners } from '../listeners.ts'

/** Kinds of entities in the store, each with the field that names one. */
const keys = { post: 'id', comment: 'id', author: 'handle' } as const
type Kind = keyof typeof keys
type Name = `${Kind} ${string}`

/** Name of an entity or collection that can be deleted. */
export type DeletableName = Name | `collection ${string}`

/** Id of an entity that was loaded with the fields of `Entity`. Lists hold such ids. */
export type Ref<Entity> = string & { readonly entity?: Entity }

export const refOf = <Entity extends { id: string }>({ id }: Entity): Ref<Entity> => id

type Fields = Record<string, unknown>

/** Name of something that may have marks of the reader. */
export type MarkableName = Name | `place ${string}`

/**
 * The reader's state of a post, place or author. A mark that was removed is false, so that an older response does not set it
 * again.
 */
export type Marks = Readonly<{
  [mark in Exclude<keyof PostState | keyof AuthorState, 'place' | 'visits' | 'friends'>]?: boolean
}> & {
  readonly visits?: number | undefined
  /** Followed members who would go to a place again. Only the place's page brings them; other responses leave them unchanged. */
  readonly friends?: readonly Friend[] | undefined
  /** Id of a post's place. The post has that place's marks. */
  readonly place?: string
}

/** The marks that all posts of a place have. */
const ofPlace = ({ wanted, been, visits }: Marks): Pick<Marks, 'wanted' | 'been' | 'visits'> => ({
  wanted,
  been,
  visits,
})

/** Entities in a page's HTML: an id and the other fields, the next id, and so on, in the order of loading. */
export type SerializedEntities = (string | Fields)[]

type Session = 'own' | 'other' | 'none'

/**
 * Numbers that stand in place of a request's: for data in the page's HTML, and for data that an earlier page of the tab
 * stored. They are below that of the first request.
 */
const PAGE_REQUEST = 0
export const EARLIER_PAGE_REQUEST = -1

const NOTHING: Marks = {}

/**
 * One copy of every post, comment and author that responses have brought, and what belongs to the reader. Requests are
 * numbered when they are sent: a response to one from before the copy was changed only adds fields that the copy lacks.
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
  #deleted: ReadonlySet<DeletableName> = new Set()
  /** Number of the latest request. */
  #requests = PAGE_REQUEST
  /** Number of the request or write that each copy is from, by name. */
  readonly #asOf = new Map<string, number>()
  /** Unfinished writes. */
  readonly #held = new Set<{ name: string }>()
  readonly #listeners = createListeners()
  readonly #sessionListeners = createListeners()
  readonly subscribe = this.#listeners.subscribe
  /** Registers a function to call on every report about the session, also if nothing changed. */
  readonly subscribeSession = this.#sessionListeners.subscribe

  constructor(rendered: Viewer | null, viewer = rendered) {
    this.rendered = rendered
    this.#viewer = viewer
  }

  // Reading.

  get viewer(): Viewer | null {
    return this.#viewer
  }

  get unread(): number {
    return this.#unread
  }

  /** Number of items that wait for the reader's decision; undefined for members who do not moderate. */
  get waiting(): number | undefined {
    return this.#waiting
  }

  get session(): Session {
    return this.#session
  }

  /** Marks by name; another object after each change. */
  get marks(): Readonly<Record<string, Marks>> {
    return this.#marks
  }

  /** Another object after each change. */
  get deleted(): ReadonlySet<DeletableName> {
    return this.#deleted
  }

  /** Undefined without an id, and for an entity that has not been loaded. */
  get<Entity>(kind: Kind, id: Ref<Entity> | undefined): Entity | undefined {
    return this.#entities.get(`${kind} ${id}`) as Entity | undefined
  }

  marksOf(name: MarkableName): Marks {
    return this.#marks[name] ?? NOTHING
  }

  /** The name that is marked as wanted and been: a post's place, or the post itself without one. */
  placeOf(name: MarkableName): MarkableName {
    const { place } = this.marksOf(name)
    return place === undefined ? name : `place ${place}`
  }

  // Responses and pages.

  /** Number of a request that is sent now, or of a write that ends now. */
  nextRequestNumber(): number {
    return ++this.#requests
  }

  /** Puts in the entities of a response or a page, and the reader's state beside them. */
  put(data: unknown, asOf = PAGE_REQUEST, reader?: ReaderState): void {
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
    this.#listeners.notify()
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

  #putMarks(name: MarkableName, fresh: Marks, asOf: number): void {
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

  /** Whether the copy is newer than request `asOf`, or is being written; otherwise notes that it is from that request. */
  #isOld(name: string, asOf: number): boolean {
    if ([...this.#held].some((write) => write.name === name) || asOf < (this.#asOf.get(name) ?? asOf)) return true
    this.#asOf.set(name, asOf)
    return false
  }

  // Changes by the reader.

  /** Keeps responses from changing the copy of that name during a write, until the returned function is called. */
  hold(name: DeletableName | MarkableName): () => void {
    const write = { name }
    this.#held.add(write)
    return () => {
      this.#held.delete(write)
      this.#renew(name)
    }
  }

  change<Entity>(kind: Kind, id: Ref<Entity>, change: (before: Entity) => Partial<Entity>): void {
    const name: Name = `${kind} ${id}`
    const before = this.get<Entity>(kind, id)
    if (!before) return
    this.#entities.set(name, { ...before, ...change(before) } as Fields)
    this.#tell(name)
  }

  /** A mark of a place is set by the name of the place (`placeOf`). */
  setMark<Mark extends keyof Marks>(name: MarkableName, mark: Mark, value: Marks[Mark]): void {
    this.#marks = { ...this.#marks, [name]: { ...this.marksOf(name), [mark]: value } }
    this.#spread(name)
    this.#tell(name)
  }

  /** Gives all posts of a place its marks. */
  #spread(place: MarkableName): void {
    if (!place.startsWith('place ')) return
    for (const [name, marks] of Object.entries(this.#marks)) {
      if (`place ${marks.place}` === place)
        this.#marks[name] = replaceEqualDeep(marks, { ...marks, ...ofPlace(this.marksOf(place)) })
    }
  }

  /** Hides something from every list, or shows it again. A later response that has it shows it again too. */
  setDeleted(name: DeletableName, isDeleted: boolean): void {
    this.#setDeleted(name, isDeleted)
    this.#tell(name)
  }

  #setDeleted(name: DeletableName, isDeleted: boolean): void {
    const deleted = new Set(this.#deleted)
    if (isDeleted) deleted.add(name)
    else deleted.delete(name)
    this.#deleted = deleted
  }

  setUnread(unread: number): void {
    this.#unread = unread
    this.#tell('unread')
  }

  /** Responses to earlier requests are older than the copy from now on. */
  #renew(name: string): void {
    this.#asOf.set(name, this.nextRequestNumber())
  }

  #tell(changed: string): void {
    this.#renew(changed)
    this.#listeners.notify()
  }

  // The reader.

  /** Sets the reader, and forgets the marks of another one. */
  setViewer(viewer: Viewer | null): void {
    if (viewer?.jwt !== this.#viewer?.jwt) {
      this.#marks = {}
      this.#unread = 0
      this.#waiting = undefined
      this.#deleted = new Set()
    }
    this.#viewer = viewer
    this.#listeners.notify()
    this.setSession('own')
  }

  /** Sets whose session the browser has, as another tab or the server says. */
  setSession(session: Session): void {
    this.#session = session
    this.#sessionListeners.notify()
  }

  // Pages of the server.

  serialize(): SerializedEntities {
    return [...this.#entities].flatMap(([name, { ...fields }]) => {
      const [kind, id = ''] = name.split(' ') as [Kind, string]
      delete fields[keys[kind]]
      // Most posts have none, and every byte of a page counts.
      if (fields.week_hours === null) delete fields.week_hours
      return [id, fields]
    })
  }

  deserialize(carried: SerializedEntities): void {
    for (let at = 0; at < carried.length; at += 2) {
      const fields = carried[at + 1] as Fields
      const kind = kindOf(fields)
      const left = kind === 'post' ? { week_hours: null } : {}
      if (kind)
        this.#putEntity(`${kind} ${carried[at]}`, { [keys[kind]]: carried[at], ...left, ...fields }, PAGE_REQUEST)
    }
  }
}

/** The kind of an entity, by fields that documents ask for of that kind alone. */
function kindOf(data: object): Kind | undefined {
  if ('like' in data && 'username' in data) return 'post'
  if ('tasty' in data) return 'comment'
  return 'followers' in data ? 'author' : undefined
}
