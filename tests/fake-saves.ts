import type { Answers } from './screens/answers.ts'

/** Responses for 내 맛집 of a member without saved posts. */
export const meAnswers = {
  getCollections: [],
  getSavedCounts: { want: 0, wantOpen: 0, been: 0, liked: 0, written: 0 },
  getSavedPosts: { data: [], nextCursor: null, startCursor: null, gone: [] },
  getSavedPins: [],
} satisfies Answers
