import type { ProfileQuery } from '#contract/operations.gen.ts'
import { consentNames } from '#rules/consents.ts'
import { notificationKinds } from '#rules/notifications.ts'
import type { Person } from '#web/store/viewer.ts'
import { author } from './fake-people.ts'
import { area } from './fake-places.ts'
import { postPage } from './fake-posts.ts'
import type { Answers } from './screens/answers.ts'
import { viewer } from './viewer.ts'

/** Responses of the API about the signed-in person of `viewer.ts`. */

/** The signed-in person as a login returns them. */
export function person(fields: Partial<Person> = {}): Person {
  const { image, email, username, jwt, questionIndex, restricted } = viewer
  return { image, email, username, jwt, questionIndex, restricted, ...fields }
}

/** The same person as the screen of their profile gets them, with the security answer. */
export function profile(fields: Partial<ProfileQuery['user']> = {}): ProfileQuery['user'] {
  const { restricted, ...known } = person()
  return { ...known, about: '', questionAnswer: '파랑', role: 'member', matchesTastes: true, ...fields }
}

export const twoStepOff = { since: null, codesLeft: 0, neededFrom: null }

/** Responses for the screen of the profile. */
export const profileAnswers: Answers = {
  profile: profile(),
  getAuthor: author(viewer.jwt),
  getArea: ({ path }) => area(path),
  getSessions: [],
  getConsents: consentNames.map((name) => ({
    name,
    version: '1',
    agreedAt: '2026-01-01T00:00:00Z',
    withdrawnAt: null,
  })),
  getNotificationSwitches: {
    getNotificationSwitches: notificationKinds.map((kind) => ({ kind, on: true })),
    getWeeklyMail: { on: false, area: null },
  },
  getDecisions: [],
  getReturnedMail: null,
  getPasskeys: [],
  getTwoStep: twoStepOff,
}

const legalText = { version: '1' }

/** Responses for the form of a sign-up. */
export const signUpAnswers: Answers = {
  getLegalVersions: { terms: legalText, privacy: legalText, location: legalText },
}

/** Responses for home, which follows a login, a logout and a withdrawal. */
export const homeAnswers: Answers = { getPosts: postPage([]), getPopularAreas: [] }
