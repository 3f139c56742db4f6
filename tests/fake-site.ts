import { profileAnswers, signUpAnswers } from './fake-account.ts'
import { collection, collectionEntry, collectionPage } from './fake-collections.ts'
import { answerComments, comment } from './fake-comments.ts'
import { importAnswers } from './fake-import.ts'
import { author, listedPerson, notification, suggestedPerson } from './fake-people.ts'
import { fakePhoto } from './fake-photo.ts'
import { area, ownMap, place } from './fake-places.ts'
import {
  answerInPages,
  answerSearchInPages,
  answersBesideHome,
  answersBesidePost,
  fullPost,
  listedPost,
  placesInPages,
  savedPost,
} from './fake-posts.ts'
import { meAnswers } from './fake-saves.ts'
import type { Answers } from './screens/answers.ts'
import { viewer } from './viewer.ts'

const images = [fakePhoto(), fakePhoto(300, 700)]
const image = images[0]?.url ?? null
const where = { place_name: '을지로 골뱅이 골목', address: '서울특별시 중구 을지로 13길', lat: 37.5665, lng: 126.9926 }
const facts = { kind: 'korean', price: 'from_1_to_2', start_time: '09:00', end_time: '21:00' } as const
const longName = '이름이아주긴이웃'.repeat(2)
const own = { user_id: viewer.jwt, username: viewer.username }
const posts = [
  listedPost('3', {
    title: '가장새로운국수집',
    contents: '국수'.repeat(50),
    image,
    image_count: 2,
    ...where,
    ...facts,
  }),
  listedPost('2', {
    comments: 2,
    kind: 'cafe',
    start_time: '00:05',
    end_time: '00:00',
    address: '서울특별시 마포구 포은로8길 14',
  }),
  listedPost('1', { ...own, title: '내가 쓴 집' }),
]
const areas = [
  { name: '서울', path: '서울', count: 30 },
  { name: '마포구', path: '서울/마포구', count: 12 },
]
const people = { data: [listedPerson('duri', { username: longName, about: '골목을 걸어요.' })], nextCursor: null }
const data = { data: posts, nextCursor: null, startCursor: null }

const pauses = { break_start: '15:00', break_end: '17:00', last_order: '21:20' }
const week_hours = [
  { days: ['tue' as const, 'wed' as const, 'thu' as const], start_time: '10:30', end_time: '22:00', ...pauses },
  { days: ['fri' as const, 'sat' as const], start_time: '11:00', end_time: '02:00', ...pauses },
]

/** Responses of a site with content of every kind. */
export const fullSite: Answers = {
  ...answersBesideHome,
  ...answersBesidePost,
  ...meAnswers,
  ...importAnswers,
  ...ownMap,
  ...profileAnswers,
  ...signUpAnswers,
  getPopularAreas: areas,
  getPosts: answerInPages(posts),
  getNearPlaces: placesInPages(posts),
  getFollowedPosts: data,
  getSearchPosts: answerSearchInPages(posts),
  getSearchCollections: [collection('4', { visibility: 'public', count: 1 })],
  getLandmark: null,
  getPost: ({ id }) =>
    fullPost({
      ...where,
      ...facts,
      id,
      images,
      image,
      areas,
      place_id: '9',
      dishes: [{ name: '골뱅이무침', price: 25000 }],
      week_hours,
      telephone: '02-555-0123',
      menus: [1],
      ...(id === '1' && own),
    }),
  getPlacePosts: posts,
  ...answerComments([comment('1'), comment('2', { tasty: true })]),
  getPlace: place('9', {
    name: '을지로 골뱅이 골목',
    ...where,
    count: 3,
    like: 2,
    kinds: [{ kind: 'korean', count: 2 }],
    dishes: [{ name: '골뱅이무침', price: 25000, month: '2026-10', count: 2 }],
    dish_people: 3,
    telephone: '02-555-0123',
    menus: [{ post: '3', title: '국수집', image: images[1]?.url ?? '', image_info: null, month: '2025-06' }],
    areas,
    hours: [
      { week_hours, closed_on: ['mon'], count: 3, month: '2026-11' },
      { week_hours: week_hours.slice(0, 1), closed_on: ['mon'], count: 1, month: '2026-12' },
    ],
    photos: [{ post: '3', title: '국수집', image: image ?? '', image_info: null, month: '2026-10' }],
  }),
  getPlacePhotos: { data: [], nextCursor: null },
  getPostsAround: { data: [{ ...listedPost('3', { title: '국수집' }), ...where }] },
  getNearShops: [],
  getSeenPosts: { data: [] },
  getSearchShops: [],
  getArea: ({ path }) =>
    area(path, { count: 30, lat: 37.55, lng: 126.99, parts: path === '' ? areas.slice(0, 1) : areas.slice(1) }),
  getWeeklyTop: [],
  getAreaAt: { path: '서울/마포구' },
  getAuthor: author('duri', { username: longName, posts: 3, about: '골목을 걸어요.' }),
  getAuthorPins: { pins: [{ post: '3', title: '국수집', lat: 37.5665, lng: 126.9926 }] },
  getCollections: [collection('4', { visibility: 'public', count: 1 })],
  getCollection: collectionPage('4', [collectionEntry('3', '국수집', { note: '낮에 가요.' })], {
    name: '을지로 데이트',
    visibility: 'public',
  }),
  getSavedCounts: { want: 3, wantOpen: 1, been: 0, liked: 0, written: 1 },
  getSavedPosts: { ...data, data: posts.map((post) => savedPost(post.id, post)), gone: [] },
  getSavedPins: [{ post: '3', place_id: null, title: '국수집', lat: 37.5665, lng: 126.9926 }],
  getNotifications: {
    data: [notification('1', longName), notification('2', '이두리', { kind: 'comment', text: '맛있겠어요.' })],
    nextCursor: null,
  },
  getPeople: people,
  getActiveAuthors: [suggestedPerson('duri', { username: longName, tastes: ['국밥', '냉면'], posts: 3 })],
  getReported: [],
  getNearestLandmark: null,
  reverseGeocode: null,
  getLegalText: { title: '이용약관', html: '<h2>제1조</h2><p>약관이에요.</p>', version: '1' },
}
