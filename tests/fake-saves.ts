import type { Answers } from './screens/answers.ts'

/** What 내 맛집 asks for, of somebody who keeps nothing. */
export const meAnswers = {
  getCollections: [],
  getSavedCounts: { want: 0, wantOpen: 0, been: 0, liked: 0, written: 0 },
  getSavedPosts: { data: [], nextCursor: null, startCursor: null, gone: [] },
  getSavedPins: [],
} satisfies Answers
