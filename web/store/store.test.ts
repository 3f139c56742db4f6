import { expect, test } from 'vitest'
import type { ReaderState } from '#contract/reader-state.ts'
import { fullPost, listedPost } from '#tests/fake-posts.ts'
import { viewer } from '#tests/viewer.ts'
import type { ListedPost } from '../posts/queries/list-query.ts'
import type { Post } from '../posts/queries/post-query.ts'
import { Store } from './store.ts'

const read = (posts: ReaderState['posts']): ReaderState => ({ viewer, unread: 0, posts, authors: {} })

/** A store of a member, with post 9 of a list. */
function open() {
  const store = new Store(viewer)
  store.put([listedPost('9', { like: 3 })])
  const post = () => store.get<Post>('post', '9')
  const like = (like: number) => store.change<ListedPost>('post', '9', () => ({ like }))
  return { store, post, like }
}

test('a post that several lists and its own page have is one, with the fields of all of them', () => {
  const { store, post } = open()
  store.put({ list: [listedPost('9', { like: 4 })], best: { post: fullPost({ id: '9', like: 4, been_count: 2 }) } })
  store.put([listedPost('9', { like: 5 })], store.nextRequestNumber())
  expect(post()).toMatchObject({ like: 5, been_count: 2 })
})

test('what has not changed is the same object', () => {
  const { store, post } = open()
  const before = post()
  store.put([listedPost('9', { like: 3 })], store.nextRequestNumber())
  expect(post()).toBe(before)
})

test('a response that was asked for before a change only adds what the copy lacks', () => {
  const { store, post, like } = open()
  const late = store.nextRequestNumber()
  like(4)
  store.put(fullPost({ id: '9', like: 3, been_count: 2 }), late)
  expect(post()).toMatchObject({ like: 4, been_count: 2 })
  store.put([listedPost('9', { like: 6 })], store.nextRequestNumber())
  expect(post()?.like).toBe(6)
})

test('a response that another overtook does not bring older numbers back', () => {
  const { store, post } = open()
  const [first, second] = [store.nextRequestNumber(), store.nextRequestNumber()]
  store.put([listedPost('9', { like: 5 })], second)
  store.put([listedPost('9', { like: 4 })], first)
  expect(post()?.like).toBe(5)
})

test('while something is written no response changes it, until the last of its writes has ended', () => {
  const { store, post, like } = open()
  const release = [store.hold('post 9'), store.hold('post 9')]
  like(4)
  store.put([listedPost('9', { like: 3 })], store.nextRequestNumber(), read({ 9: {} }))
  release[0]?.()
  store.setMark('post 9', 'liked', true)
  const late = store.nextRequestNumber()
  store.put([listedPost('9', { like: 3 })], late, read({ 9: {} }))
  release[1]?.()
  store.put([listedPost('9', { like: 3 })], late, read({ 9: {} }))
  expect([post()?.like, store.marksOf('post 9').liked]).toEqual([4, true])
  store.put([listedPost('9', { like: 7 })], store.nextRequestNumber(), read({ 9: {} }))
  expect([post()?.like, store.marksOf('post 9').liked ?? false]).toEqual([7, false])
})

test('a mark that was taken off is not put on by an older response, which still brings the others', () => {
  const { store } = open()
  const late = store.nextRequestNumber()
  store.setMark('post 9', 'liked', false)
  store.put(null, late, read({ 9: { liked: true, mine: true } }))
  expect(store.marksOf('post 9')).toEqual({ liked: false, mine: true })
})

test('the reader’s part may come before the post, after it, and without it', () => {
  const { store, post } = open()
  store.put(null, 0, read({ 9: { liked: true }, 8: { wanted: true } }))
  store.put([listedPost('8')])
  expect([post()?.like, store.marksOf('post 9'), store.marksOf('post 8')]).toEqual([
    3,
    { liked: true },
    { wanted: true },
  ])
})

test('what is deleted stays marked, whatever older responses bring, and a later one shows it again', () => {
  const { store, post } = open()
  const late = store.nextRequestNumber()
  store.setDeleted('post 9', true)
  store.put([listedPost('9')], late)
  expect([...store.deleted]).toEqual(['post 9'])
  expect(post()).toBeDefined()
  store.put([listedPost('9')], store.nextRequestNumber())
  expect([...store.deleted]).toEqual([])
})

test('a logout and another account forget what is the reader’s', () => {
  const { store } = open()
  store.put(null, 0, { ...read({ 9: { liked: true } }), unread: 2, authors: { duri: { followed: true } } })
  store.setViewer({ ...viewer, username: '새 이름' })
  expect([store.marksOf('post 9'), store.unread]).toEqual([{ liked: true }, 2])
  store.setViewer(null)
  expect([store.marks, store.unread]).toEqual([{}, 0])
  // A response to the former person arrives late.
  store.put(null, store.nextRequestNumber(), read({ 9: { liked: true } }))
  expect(store.marks).toEqual({})
})

test('a page carries every post, comment and author once, and the browser has them as they were', () => {
  const comment = { id: '1', text: '맛있어요', tasty: true, author: { handle: 'duri', username: '둘리', image: null } }
  const author = { handle: 'duri', username: '둘리', followers: 3 }
  const { store } = open()
  store.put({ comments: [comment], author, again: [listedPost('9')] })
  const carried = JSON.stringify(store.serialize())
  expect(carried.split('식당 9')).toHaveLength(2)
  const browser = new Store(null)
  browser.deserialize(JSON.parse(carried))
  expect(browser.get('post', '9')).toEqual(listedPost('9'))
  expect(browser.get('comment', '1')).toEqual(comment)
  expect(browser.get('author', 'duri')).toEqual(author)
})

test('posts of a place have its marks, and no response from before a mark takes them off a card that comes later', () => {
  const { store } = open()
  store.put(null, store.nextRequestNumber(), read({ 9: { place: '7' }, 8: { place: '7' }, 6: { place: '5' } }))
  const wanted = (...ids: string[]) => ids.map((id) => store.marksOf(`post ${id}`).wanted ?? false)
  const late = store.nextRequestNumber()
  const release = store.hold(store.placeOf('post 9'))
  store.setMark(store.placeOf('post 9'), 'wanted', true)
  expect(wanted('9', '8', '6')).toEqual([true, true, false])
  store.put(null, late, read({ 4: { place: '7', liked: true }, 8: { place: '7' } }))
  expect(wanted('4', '8')).toEqual([true, true])
  expect(store.marksOf('post 4').liked).toBe(true)
  release()
  store.put(null, late, { ...read({}), places: { 7: {} } })
  expect(wanted('9', '8', '4')).toEqual([true, true, true])
  store.put(null, store.nextRequestNumber(), { ...read({}), places: { 7: { been: true, visits: 2 } } })
  expect(wanted('9', '8', '4')).toEqual([false, false, false])
  expect(store.marksOf('post 4')).toMatchObject({ been: true, visits: 2 })
})

test('faces of a place stay until a response tells of that place itself', () => {
  const { store } = open()
  const friends = [{ handle: 'duri', username: '이두리', image: null }]
  const told = (places: ReaderState['places'] = {}) => ({ ...read({ 9: { place: '5', been: true } }), places })
  store.put([], store.nextRequestNumber(), told({ 5: { been: true, friends } }))
  store.put([], store.nextRequestNumber(), told())
  expect(store.marksOf('place 5')).toMatchObject({ been: true, friends })
  expect(store.marksOf('post 9')).not.toHaveProperty('friends')
  store.put([], store.nextRequestNumber(), told({ 5: { been: true } }))
  expect(store.marksOf('place 5').friends).toBeUndefined()
})
