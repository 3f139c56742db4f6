import type { Viewer } from '#contract/reader-state.ts'

/** A signed-in person, for tests of the browser's code. */
export const viewer: Viewer = {
  email: 'hana@naver.com',
  username: '하나',
  jwt: 'hana',
  image: null,
  picture: null,
  questionIndex: 0,
  hue: 0,
  restricted: false,
}
