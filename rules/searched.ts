/** What a reader is told while a search for very frequent letters has not seen all posts. */
export const searchedMessages = {
  soFar: (posts: number) =>
    `흔한 글자라서 글 ${posts.toLocaleString('ko-KR')}개까지 찾아봤어요. 글자를 더 적으면 바로 찾을 수 있어요.`,
  nothingYet: '아직 찾지 못했어요. 더 찾아볼 수 있어요.',
} as const
