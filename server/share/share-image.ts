import { createHash } from 'node:crypto'
import { addressOfPath } from '../places/address.ts'
import type { PresentedPost } from '../posts/present-post.ts'
import type { PresentedCollection } from '../saves/collections/load-collections.ts'

export type ShareKind = 'post' | 'collection' | 'area'

/** What the picture for a link shows; `photo` is a URL. */
export type ShareFacts = Readonly<{ kind: ShareKind; id: string; title: string; place: string; photo: string | null }>

type SharedPost = Pick<PresentedPost, 'id' | 'title' | 'image' | 'place_name' | 'address'>

export function factsOfPost({ id, title, image, place_name, address }: SharedPost): ShareFacts {
  const place = [place_name, address].filter((text) => text && text !== title).join(' · ')
  return { kind: 'post', id, title, place, photo: image ?? null }
}

export function factsOfCollection({ id, name, count, covers }: PresentedCollection): ShareFacts {
  return { kind: 'collection', id, title: name, place: `${count}곳`, photo: covers[0]?.url ?? null }
}

export function factsOfArea({ path }: { path: string }): ShareFacts {
  const title = `${path === '' ? '전국' : addressOfPath(path)} 맛집`
  return { kind: 'area', id: path, title, place: '', photo: null }
}

/** URL path of the picture: another one when what it shows has changed. */
export function shareImagePath(facts: ShareFacts): string {
  const { kind, id, title, place, photo } = facts
  const version = createHash('sha256')
    .update(JSON.stringify([title, place, photo]))
    .digest('base64url')
    .slice(0, 12)
  return `/share/${kind}/${encodeURIComponent(id)}/${version}.jpg`
}
