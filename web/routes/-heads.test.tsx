import Validator, { type Fault } from '@adobe/structured-data-validator'
import { createMemoryHistory, createRootRoute, createRouter, HeadContent, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { listJsonLd } from '../posts/lists/post-list.tsx'
import { areaHead, authorHead, collectionHead, placeHead, postHead } from './-heads.ts'

const site = { name: '맛나눔', origin: 'https://matnanum.example', contact: null }

const hostile = [
  '</script><script>window.pwned=1</script>',
  '<!--<script>',
  ']]>',
  '\u2028\u2029',
  '\u0000\u0007\u001b\u007f\u0085',
  '\ud800',
  '&lt;b&gt; &amp; "quoted" \\ \\u003c',
]

/** The heads of all screens with structured data, with this text wherever members write one. */
function heads(text: string) {
  const post = {
    id: '7',
    title: text,
    contents: text,
    image: '/images/a.jpg',
    image_info: { width: 4, height: 3, placeholder: '' },
    images: [{ url: '/images/a.jpg' }, { url: '/images/b.jpg' }],
    kinds: [{ kind: 'korean', count: 1 }],
    address: text,
    place_name: text,
    lat: 37.5,
    lng: 127,
    start_time: '18:00',
    end_time: '02:00',
    closed_on: ['mon'],
    dishes: [{ name: text, price: 9000 }],
    telephone: '02-555-0123',
    createdAt: '2026-11-22T09:00:00.000Z',
    username: text,
    user_id: 'a'.repeat(22),
  }
  const author = {
    handle: 'a'.repeat(22),
    username: text,
    image: '/images/a.jpg',
    about: text,
    since: '2026-11-22T00:00:00.000Z',
    posts: 2,
    likesReceived: 3,
    followers: 4,
  } as never
  const place = { ...post, name: text, count: 2, like: 3, photos: [{ ...post, post: '7' }] } as never
  const part = { name: text, path: '서울/중구' }
  const area = { ...part, around: [{ name: '서울', path: '서울' }], parts: [{ ...part, count: 1 }], count: 2 } as never
  const owner = { handle: 'a'.repeat(22), username: text, image: null }
  const collection = { id: 'b', name: text, about: text, visibility: 'public', count: 2, covers: [], owner } as const
  const entries = [
    { title: text, post },
    { title: text, post: null },
  ]
  return {
    post: postHead(site, post as never, null),
    place: placeHead(site, place, false, null),
    area: areaHead(site, area, {}, null),
    author: authorHead(site, author, undefined, null),
    collection: collectionHead(site, { collection, entries } as never, null),
  }
}

type Head = { meta: object[] }

/** The head's HTML, as the router writes it. */
async function htmlOf({ meta }: Head): Promise<string> {
  const rootRoute = createRootRoute({ head: () => ({ meta }), component: HeadContent })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory(), isServer: true })
  await router.load()
  return renderToString(<RouterProvider router={router} />)
}

const SCRIPT = /<script type="application\/ld\+json">(.*?)<\/script>/gs

function dataIn(html: string): Record<string, unknown>[] {
  return [...html.matchAll(SCRIPT)].map(([, json = '']) => JSON.parse(json))
}

function dataOf({ meta }: Head): unknown[] {
  return meta.flatMap((tag) => ('script:ld+json' in tag ? [tag['script:ld+json']] : []))
}

test.each(hostile)('structured data with %j stays data on every screen', async (text) => {
  for (const [name, head] of Object.entries(heads(text))) {
    const html = await htmlOf(head)
    const scripts = [...html.matchAll(SCRIPT)].map(([, json]) => json)
    expect(html.match(/<script/g) ?? [], name).toHaveLength(scripts.length)
    expect(scripts.join(''), name).not.toMatch(/[<>&\u2028\u2029]|[^\P{Cc}\u007f-\u009f]/u)
    expect(dataIn(html), name).toEqual(dataOf(head))
  }
})

/** Properties without which a search engine does not use the type. */
const required: Record<string, readonly string[]> = {
  Restaurant: ['name', 'url', 'address'],
  PostalAddress: ['addressCountry', 'streetAddress'],
  GeoCoordinates: ['latitude', 'longitude'],
  ItemPage: ['name', 'url', 'author', 'datePublished', 'mainEntity'],
  ImageObject: ['contentUrl'],
  Person: ['name'],
  ProfilePage: ['url', 'mainEntity'],
  InteractionCounter: ['interactionType', 'userInteractionCount'],
  LikeAction: [],
  FollowAction: [],
  WriteAction: [],
  BreadcrumbList: ['itemListElement'],
  ItemList: ['itemListElement'],
  ListItem: ['position'],
}

type Node = Record<string, unknown>

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  if (typeof value !== 'object' || value === null) return []
  return [value as Node, ...Object.values(value).flatMap(nodesIn)]
}

const typesOf = (head: Head) => dataOf(head).map((data) => (data as Node)['@type'])

test('every screen has its types, with the properties that they require and absolute URLs', () => {
  const all = heads('을밀대')
  expect(Object.fromEntries(Object.entries(all).map(([name, head]) => [name, typesOf(head)]))).toEqual({
    post: ['ItemPage'],
    place: ['Restaurant'],
    area: ['BreadcrumbList'],
    author: ['ProfilePage'],
    collection: ['ItemList'],
  })
  // A review would need a star rating, which posts do not have.
  const types = Object.values(all).flatMap((head) => nodesIn(dataOf(head)).map((node) => node['@type']))
  expect(types).toEqual(expect.arrayContaining(['Restaurant', 'ImageObject']))
  for (const type of ['Review', 'Rating', 'AggregateRating']) expect(types).not.toContain(type)
  for (const head of Object.values(all)) {
    for (const data of dataOf(head)) expect(data).toMatchObject({ '@context': 'https://schema.org' })
    for (const node of nodesIn(dataOf(head))) {
      const properties = required[String(node['@type'])]
      expect(Object.keys(node)).toEqual(expect.arrayContaining([...(properties ?? ['a type that is listed'])]))
      for (const url of ['url', 'item', 'image', 'contentUrl'].flatMap((name) =>
        typeof node[name] === 'object' ? [] : (node[name] ?? []),
      )) {
        expect(url).toMatch(/^https:\/\/matnanum\.example\//)
      }
      if (Array.isArray(node.itemListElement)) {
        const positions = node.itemListElement.map(({ position }) => position)
        expect(positions).toEqual(positions.map((_, index) => index + 1))
      }
    }
  }
})

test('structured data tell hours by weekday, each range of a day with a break', () => {
  const no = { break_start: null, break_end: null, last_order: null }
  const week_hours = [
    { ...no, days: ['mon', 'tue'], start_time: '10:30', end_time: '22:00', break_start: '15:00', break_end: '17:00' },
    { ...no, days: ['fri', 'sat'], start_time: '18:00', end_time: '02:00' },
    { ...no, days: ['sun'], start_time: '00:00', end_time: '00:00' },
  ]
  const hours = { week_hours, closed_on: ['wed'], start_time: null, end_time: null }
  const range = (dayOfWeek: string[], opens: string, closes: string) => ({
    '@type': 'OpeningHoursSpecification',
    ...{ dayOfWeek, opens, closes },
  })
  const expected = [
    range(['Monday', 'Tuesday'], '10:30', '15:00'),
    range(['Monday', 'Tuesday'], '17:00', '22:00'),
    range(['Friday', 'Saturday'], '18:00', '02:00'),
    range(['Sunday'], '00:00', '23:59'),
  ]
  const told = {
    id: '7',
    title: '집',
    contents: '글',
    name: '집',
    images: [],
    photos: [],
    kinds: [],
    count: 1,
    like: 0,
  }
  const place = { ...told, start_time: '09:00', end_time: '21:00', closed_on: [], hours: [{ ...hours, count: 1 }] }
  const post = dataOf(postHead(site, { ...told, ...hours } as never, null))
  expect(post).toMatchObject([{ mainEntity: { openingHoursSpecification: expected } }])
  expect(JSON.stringify(post)).not.toContain('"openingHours"')
  expect(dataOf(placeHead(site, place as never, false, null))).toMatchObject([{ openingHoursSpecification: expected }])
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
  const plain = [{ week_hours: [{ ...no, days, start_time: '09:00', end_time: '21:00' }], closed_on: [], count: 1 }]
  expect(dataOf(placeHead(site, { ...place, hours: plain } as never, false, null))).toMatchObject([
    { openingHours: 'Mo-Su 09:00-21:00' },
  ])
})

test('structured data tell the telephone number as people abroad dial it', () => {
  const [post] = dataOf(
    postHead(site, { title: '집', contents: '글', images: [], closed_on: [], telephone: '02-555-0123' } as never, null),
  )
  expect(post).toMatchObject({ mainEntity: { telephone: '+82-2-555-0123' } })
})

test('the rules of a search engine, as others have written them down, miss nothing', async () => {
  const broken = { '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', position: 1 }] }
  expect(await faultsOf([broken])).not.toEqual([])
  const unrated = { '@type': 'Restaurant', name: '집', address: '서울', review: { '@type': 'Review', author: '감자' } }
  expect(await faultsOf([unrated])).not.toEqual([])
  for (const [name, head] of Object.entries(heads('을밀대'))) {
    const inner = nodesIn(dataOf(head)).filter((node) => node['@type'] === 'Restaurant')
    expect(await faultsOf([...dataOf(head), ...inner]), name).toEqual([])
  }
})

async function faultsOf(data: readonly unknown[]): Promise<Fault[]> {
  const byType = Object.groupBy(structuredClone(data) as Node[], (node) => String(node['@type']))
  return (await new Validator().validate({ jsonld: byType })).filter(({ severity }) => severity === 'ERROR')
}

test('a list of posts is a list of links, as JSON that cannot end its script', () => {
  const item = (position: number, url: string) => ({ '@type': 'ListItem', position, url })
  expect(JSON.parse(listJsonLd(site.origin, [{ id: '7' }, { id: '8' }]))).toEqual({
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: [item(1, `${site.origin}/post/7`), item(2, `${site.origin}/post/8`)],
  })
  expect(listJsonLd('https://a.example/</script>', [{ id: '</script>' }])).not.toContain('<')
})

test('public screens say what they are and where they belong', () => {
  for (const head of Object.values(heads('을밀대'))) {
    expect(head.meta).toContainEqual({ name: 'description', content: expect.stringMatching(/./) })
    expect((head as { links?: object[] }).links).toContainEqual({
      rel: 'canonical',
      href: expect.stringMatching(/^https:/),
    })
  }
})

test('a collection that is not public, and a screen without content, are for no search engine', () => {
  const collection = { id: 'b', name: '데이트', about: '', count: 0, covers: [], owner: { username: '감자' } }
  const screens = [
    collectionHead(site, { collection: { ...collection, visibility: 'link' }, entries: [] } as never, null),
    collectionHead(site, { collection: { ...collection, visibility: 'private' }, entries: [] } as never, null),
    postHead(site, undefined, null),
    placeHead(site, undefined, false, null),
    areaHead(site, undefined, {}, null),
    authorHead(site, undefined, undefined, null),
  ]
  for (const head of screens) {
    expect(head.meta).toContainEqual({ name: 'robots', content: 'noindex' })
    expect(dataOf(head)).toEqual([])
    expect(head).not.toHaveProperty('links')
  }
})
