const names = [
  'SIGNUP',
  'POST',
  'POST_NETWORK',
  'COMMENT',
  'COMMENT_NETWORK',
  'LIKE',
  'LIKE_NETWORK',
  'FOLLOW',
  'FOLLOW_NETWORK',
  'CHANGE',
  'CHANGE_NETWORK',
  'NEWCOMER',
  'NEWCOMER_NETWORK',
  'UPLOAD',
  'UPLOAD_DAY',
  'UPLOAD_NETWORK',
]

/**
 * Settings for tests that write more from one address than people do. Limits on failures stay. Not a million a second: on a busy
 * machine somebody may wait for the row of a bucket longer than that, and the time of others who came later would refuse them.
 */
export const unlimited: Readonly<Record<string, string>> = Object.fromEntries(
  names.map((name) => [`LIMIT_${name}`, '1000000/1h']),
)
