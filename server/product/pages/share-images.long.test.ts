import sharp from 'sharp'
import { beforeAll, expect, test, vi } from 'vitest'
import { UPLOAD_PRESET, UPLOAD_URL } from '#rules/paths.ts'
import { BLUE, colorAt, isNear, RED, twoColourPicture } from '#tests/image-fixtures.ts'
import {
  importQuietly,
  shopLine,
  someBoundaries,
  someGazetteer,
  writeJsonFile,
  writeShopFile,
} from '#tests/place-files.ts'
import { openPostSite, type Person } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { WaitLimit } from '../../platform/database/wait-limit.ts'
import { assignPostsToAreas } from '../posts/areas/assign-posts-to-areas.ts'
import { drawShareImage } from '../share/share-image.ts'

const site = await openPostSite({ env: unlimited })
let author: Person

beforeAll(async () => {
  author = await site.person()
  const files = { 'gazetteer.json': someGazetteer, 'boundaries.topo.json': someBoundaries }
  for (const [name, content] of Object.entries(files)) await importQuietly(site.db, await writeJsonFile(name, content))
  while (!(await assignPostsToAreas(site.db)));
})

const onePixel = () =>
  sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()

const get = (path: string, from = '127.0.0.1') => site.api.fresh(from).send('GET', path)

async function pathOfPost(id: string): Promise<string> {
  const { text } = await site.api.fresh().post({ query: `{ getPost(id: "${id}") { share_image } }` })
  return JSON.parse(text).data.getPost.share_image
}

const colours = { ink: [0x21, 0x1a, 0x15], quiet: [0x6d, 0x62, 0x59], accent: [0xb8, 0x43, 0x0f] } as const
const PAPER = [0xfc, 0xfa, 0xf7] as const

type Part = { colour: string; width: number; height: number; pixels: Buffer }

/** Parts of a picture without a photo, from above: text blocks in one colour, each cut out around its letters. */
async function partsOf(picture: Buffer): Promise<Part[]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const away = (x: number, y: number, from: readonly number[]) =>
    Math.max(...from.map((value, n) => Math.abs(value - (data[(y * info.width + x) * info.channels + n] ?? 0))))
  const isWritten = (x: number, y: number) => away(x, y, PAPER) > 40
  const columns = [...Array(info.width).keys()]
  const rows = [...Array(info.height).keys()].filter((y) => columns.some((x) => isWritten(x, y)))
  const blocks: number[][] = []
  for (const y of rows) {
    const block = blocks.at(-1)
    if (block && y - (block.at(-1) ?? 0) < GAP) block.push(y)
    else blocks.push([y])
  }
  return Promise.all(
    blocks.map(async (block) => {
      const [top = 0, bottom = 0] = [block[0], block.at(-1)]
      const used = columns.filter((x) => block.some((y) => isWritten(x, y)))
      const [left = 0, right = 0] = [used[0], used.at(-1)]
      // Colour in the middle of a stroke, because its edges are paler.
      let [x, y] = [left, top]
      for (const row of block)
        for (const column of used) if (away(column, row, PAPER) > away(x, y, PAPER)) [x, y] = [column, row]
      const named = Object.entries(colours).toSorted((one, other) => away(x, y, one[1]) - away(x, y, other[1]))
      const box = { left, top, width: right - left + 1, height: bottom - top + 1 }
      const pixels = await sharp(picture).extract(box).resize(400, 50, { fit: 'fill' }).greyscale().raw().toBuffer()
      return { colour: named[0]?.[0] ?? '', width: box.width, height: box.height, pixels }
    }),
  )
}

/** Empty rows between two blocks. */
const GAP = 20

const SAME = 4
const DIFFERENT = 20

function difference(one: Part | undefined, other: Part | undefined): number {
  const pixels = [...(one?.pixels ?? [])]
  return pixels.reduce((sum, value, n) => sum + Math.abs(value - (other?.pixels[n] ?? 0)), 0) / pixels.length
}

/** Difference of a picture from an empty one, in parts from 0 to 255. */
async function deviation(bytes: Buffer): Promise<number> {
  const { channels } = await sharp(bytes).stats()
  return Math.max(...channels.map(({ stdev }) => stdev))
}

test('the picture for a link shows photo and title, and has another address once one of them has changed', async () => {
  const id = await site.post({
    author,
    title: '을지로 손칼국수',
    place_name: '손칼국수',
    address: '서울 중구 을지로 1',
  })
  const first = await pathOfPost(id)
  const drawn = await get(first)
  expect(drawn).toMatchObject({ status: 200 })
  expect(drawn.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=60, must-revalidate',
  })
  expect(await sharp(drawn.bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
  expect(await deviation(drawn.bytes)).toBeGreaterThan(5)
  const again = await site.api.fresh().send('GET', first, null, { 'if-none-match': String(drawn.headers.etag) })
  expect([again.status, again.bytes.length]).toEqual([304, 0])

  const image = await site.picture(author)
  const post = {
    title: '을지로 손칼국수',
    contents: '면이 두툼해요.',
    place_name: '손칼국수',
    address: '서울 중구 을지로 1',
  }
  const paths = [first]
  for (const change of [
    { image },
    { image, title: '다른 이름' },
    { image, title: '다른 이름', place_name: '옮긴 곳' },
  ]) {
    await site.api.as(author).editPost({ id, ...post, ...change })
    const path = await pathOfPost(id)
    expect(paths).not.toContain(path)
    paths.push(path)
  }
  const moved = await get(first)
  expect([moved.status, moved.headers.location]).toEqual([302, paths.at(-1)])
})

test('who is blocked is refused the picture too, and no cache keeps that of a member', async () => {
  const [blocked, other] = [await site.person(), await site.person()]
  const path = await pathOfPost(await site.post({ author, title: '막은 집' }))
  const seenBy = async (person: Person) => {
    const { status, headers } = await person.client.send('GET', path)
    return [status, headers['cache-control']]
  }
  expect(await seenBy(blocked)).toEqual([200, 'private, no-store'])
  await site.api.as(author).blockUser({ handle: blocked.handle, block: true })
  expect((await seenBy(blocked))[0]).toBe(404)
  expect(await seenBy(other)).toEqual([200, 'private, no-store'])
  expect((await get(path)).status).toBe(200)
})

test('title and place are written in the picture, each in its own part', async () => {
  // Equally long, so that nothing else moves.
  const [title, otherTitle] = ['을지로 손칼국수', '망원동 닭한마리']
  const [place, otherPlace] = ['서울 중구 을지로 1', '부산 중구 광복로 2']
  const draw = async (words: { title: string; address: string | null }) => {
    const id = await site.post({ author, ...words })
    return partsOf((await get(await pathOfPost(id))).bytes)
  }
  const both = await draw({ title, address: place })
  expect(both.map(({ colour }) => colour)).toEqual(['ink', 'quiet', 'accent'])
  const [written, where, name] = both
  const retitled = await draw({ title: otherTitle, address: place })
  expect(difference(written, retitled[0])).toBeGreaterThan(DIFFERENT)
  expect(difference(where, retitled[1])).toBeLessThan(SAME)
  const moved = await draw({ title, address: otherPlace })
  expect(difference(written, moved[0])).toBeLessThan(SAME)
  expect(difference(where, moved[1])).toBeGreaterThan(DIFFERENT)
  // Without a place only the site's name is below.
  const placeless = await draw({ title, address: null })
  expect(placeless.map(({ colour }) => colour)).toEqual(['ink', 'accent'])
  expect(difference(written, placeless[0])).toBeLessThan(SAME)
  expect(difference(name, placeless[1])).toBeLessThan(SAME)
  // A letter of the first size is 76 pixels wide, a space about a third of it.
  expect(written?.width).toBeGreaterThan(7 * 55)
  expect(written?.width).toBeLessThan(8 * 76)
  const [short] = await draw({ title: '손칼', address: null })
  expect((written?.width ?? 0) / (short?.width ?? 1)).toBeGreaterThan(3)
})

/** URL of a photo of the author, red on the left and blue on the right. */
async function uploaded(): Promise<string> {
  const body = new FormData()
  body.append('upload_preset', UPLOAD_PRESET)
  body.append(
    'file',
    new Blob([new Uint8Array(await twoColourPicture(800, 600).jpeg().toBuffer())], { type: 'image/jpeg' }),
    'photo.jpg',
  )
  const upload = new Request(site.api.origin, { method: 'POST', body })
  const bytes = Buffer.from(await upload.arrayBuffer())
  const headers = { 'content-type': upload.headers.get('content-type') ?? '' }
  return (JSON.parse((await author.client.send('POST', UPLOAD_URL, bytes, headers)).text) as { url: string }).url
}

test('a photo of ours is the right half of the picture, beside the words; without its file these are alone', async () => {
  const url = await uploaded()
  const draw = async (image: string | null) => {
    const id = await site.post({ author, title: '사진 있는 집', address: '서울 중구 을지로 1', image })
    return (await get(await pathOfPost(id))).bytes
  }
  const drawn = await draw(url)
  // Middle of the photo in the right half.
  for (const [x, colour] of [
    [620, RED],
    [1180, BLUE],
  ] as const)
    for (const y of [5, 625]) expect(isNear(await colorAt(drawn, x, y), colour)).toBe(true)
  const left = await sharp(drawn).extract({ left: 0, top: 0, width: 580, height: 630 }).toBuffer()
  expect((await partsOf(left)).map(({ colour }) => colour)).toEqual(['ink', 'quiet', 'accent'])
  const without = await draw(null)
  expect(isNear(await colorAt(without, 1180, 5), BLUE)).toBe(false)
  expect((await draw(await site.picture(author))).equals(without)).toBe(true)
})

test.each(['<svg onload="x()">', '&amp; & < > \' "', '🍜'.repeat(20), '뷁쀓똠', '가'.repeat(20)])(
  'a title %j is drawn as text',
  async (title) => {
    const id = await site.post({ author, title })
    const { status, bytes } = await get(await pathOfPost(id))
    expect(status).toBe(200)
    expect(await deviation(bytes)).toBeGreaterThan(2)
  },
)

test('collections and areas have one too; what a visitor may not see has none', async () => {
  const owner = await site.person()
  const api = site.api.as(owner)
  const { id } = await api.addCollection({ name: '성수 데이트', visibility: 'public' })
  await api.putInCollection({ id, post: await site.post({ author }) })
  const pathOf = async (client: typeof owner.client) => {
    const { text } = await client.post({ query: `{ getCollection(id: "${id}") { collection { share_image } } }` })
    return JSON.parse(text).data.getCollection.collection.share_image
  }
  const path = await pathOf(owner.client)
  expect((await get(path)).status).toBe(200)
  await api.editCollection({ id, name: '성수 데이트', visibility: 'private' })
  expect((await get(path)).status).toBe(404)
  const { text } = await site.api.fresh().post({ query: '{ getArea(path: "제주/제주시") { share_image } }' })
  expect((await get(JSON.parse(text).data.getArea.share_image)).status).toBe(200)

  const post = await site.post({ author })
  const ofPost = await pathOfPost(post)
  const { status, headers } = await get(ofPost)
  expect(status).toBe(200)
  await site.api.as(author).deletePost({ id: post })
  const stale = { 'if-none-match': String(headers.etag) }
  expect((await site.api.fresh().send('GET', ofPost, null, stale)).status).toBe(404)
  for (const gone of [
    ofPost,
    '/share/post/0/a.jpg',
    '/share/post/x/a.jpg',
    '/share/user/1/a.jpg',
    '/share/area/%3Csvg%3E/a.jpg',
  ])
    expect((await get(gone)).status).toBeGreaterThanOrEqual(400)
  expect((await get(ofPost)).status).toBe(404)
})

test('a collection without a photo shows signs and names of its first places, and photos once one has them', async () => {
  const owner = await site.person()
  const api = site.api.as(owner)
  const lines = ['하나국밥', '두리카페'].map((name, n) => shopLine({ 상가업소번호: `t${n}`, 상호명: name }))
  await importQuietly(site.db, await writeShopFile(lines))
  const { id } = await api.addCollection({ name: '새 동네', visibility: 'link' })
  const pathOf = async () => (await api.getCollection({ id })).collection.share_image
  const paths = [await pathOf()]
  const empty = (await get(paths[0] ?? '')).bytes
  const put = async (place: object) => {
    await api.putInCollection({ id, ...place })
    paths.push(await pathOf())
  }
  for (const keyword of ['하나국밥', '두리카페']) {
    await put({ place: (await api.getSearchShops({ keyword }))[0]?.id ?? '' })
  }
  await put({ post: await site.post({ author, title: '글만 있는 집', kind: 'cafe' }) })
  const tiled = (await get(paths.at(-1) ?? '')).bytes
  const hasSigns = async (bytes: Buffer) =>
    (await deviation(await sharp(bytes).extract({ left: 600, top: 0, width: 600, height: 630 }).toBuffer())) > 10
  expect(await hasSigns(empty)).toBe(false)
  expect(await hasSigns(tiled)).toBe(true)
  await put({ post: await site.post({ author, title: '사진집', image: await uploaded() }) })
  expect(isNear(await colorAt((await get(paths.at(-1) ?? '')).bytes, 610, 10), RED)).toBe(true)
  expect(new Set(paths).size).toBe(paths.length)
})

test('a title is broken between words, and the name of the site is readable in a small picture', async () => {
  const draw = async (title: string) => {
    const picture = await drawShareImage({
      title,
      place: '',
      note: '다녀온 12명 중 9명이 또 간대요',
      siteName: '맛나눔',
      photos: [await onePixel()],
      tiles: [],
    })
    return partsOf(await sharp(picture).extract({ left: 0, top: 0, width: 580, height: 630 }).toBuffer())
  }
  // A line that is filled up would hold a syllable of the second word too.
  const [whole] = await draw('연남동집 연남동집')
  const [first] = await draw('연남동집')
  expect(whole?.width).toBe(first?.width)
  const name = (await draw('집')).at(-1)
  expect(name?.height).toBeGreaterThanOrEqual(48)
})

test('while a picture is drawn two hundred requests wait, and more are refused', async () => {
  const path = await pathOfPost(await site.post({ author, image: await site.picture(author) }))
  let release = () => {}
  const photo = new Promise<null>((resolve) => {
    release = () => resolve(null)
  })
  // A busy machine may exceed the time for connections, which this test does not measure.
  vi.spyOn(WaitLimit.prototype, 'take').mockImplementation((turns) => turns.take())
  vi.spyOn(WaitLimit.prototype, 'wait').mockImplementation((waiting) => waiting)
  const reading = vi.spyOn(site.services.images, 'open').mockReturnValue(photo)
  const statuses: number[] = []
  const asked = Array.from({ length: 250 }, (_, n) =>
    get(path, `127.0.0.${2 + (n % 50)}`).then(({ status }) => statuses.push(status)),
  )
  await expect.poll(() => statuses.length, { timeout: 60_000 }).toBe(49)
  expect(new Set(statuses)).toEqual(new Set([503]))
  release()
  await Promise.all(asked)
  reading.mockRestore()
  expect(statuses.filter((status) => status === 200)).toHaveLength(201)
})

test('one network that asks for many pictures waits for itself; another gets its own at once', async () => {
  const paths: string[] = []
  for (let n = 0; n < 24; n++) paths.push(await pathOfPost(await site.post({ author, title: `집 ${n}` })))
  let done = 0
  const all = paths.slice(0, 23).map((path) =>
    get(path).then(({ status }) => {
      done++
      return status
    }),
  )
  const other = await get(paths[23] ?? '', '127.0.0.2')
  expect(other.status).toBe(200)
  expect(done).toBeLessThan(12)
  expect(new Set(await Promise.all(all))).toEqual(new Set([200]))
})
