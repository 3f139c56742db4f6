import type { Author, ListedPerson, SuggestedPerson } from '#web/authors/people.ts'
import type { Notification } from '#web/notifications/notifications-query.ts'

/** Members as others see them, and their actions. */

/** A member as their own page shows them. */
export function author(handle: string, fields: Partial<Author> = {}): Author {
  return {
    handle,
    username: handle,
    image: null,
    about: '',
    tastes: [],
    since: '2026-01-01T00:00:00.000Z',
    posts: 0,
    likesReceived: 0,
    followers: 0,
    following: 0,
    ...fields,
  }
}

/** A member in a list of people. */
export function listedPerson(handle: string, fields: Partial<ListedPerson> = {}): ListedPerson {
  return { handle, username: handle, image: null, about: '', ...fields }
}

/** A member whom the site suggests to follow. */
export function suggestedPerson(handle: string, fields: Partial<SuggestedPerson> = {}): SuggestedPerson {
  return { ...listedPerson(handle), tastes: [], posts: 0, alike: false, ...fields }
}

/** A notification of a like of a post, an hour old and unread. */
export function notification(id: string, username: string, fields: Partial<Notification> = {}): Notification {
  return {
    id,
    kind: 'like',
    actors: [{ handle: username, username, image: null }],
    actorCount: 1,
    post: '1',
    collection: null,
    title: '을지로 손칼국수',
    image: null,
    comment: null,
    text: null,
    at: new Date(Date.now() - 3_600_000).toISOString(),
    read: false,
    ...fields,
  }
}
