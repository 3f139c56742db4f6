/** Most members that one member follows, and most that they block. */
export const peopleLimits = { follows: 2000, blocks: 2000 } as const

export const peopleMessages = {
  /** Withdrawn, unknown, or hidden from the reader. */
  unknown: '이웃을 찾을 수 없어요.',
  tooManyFollows: `이웃은 ${peopleLimits.follows.toLocaleString('ko-KR')}명까지 팔로우할 수 있어요.`,
  tooManyBlocks: `이웃은 ${peopleLimits.blocks.toLocaleString('ko-KR')}명까지 차단할 수 있어요.`,
} as const
