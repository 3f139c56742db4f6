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
 * Settings for tests that write more from one address than people do; limits on failures stay. The rate is below a
 * million a second: on a busy machine a request may wait for a bucket's row longer than later ones, whose time would
 * then refuse it.
 */
export const unlimited: Readonly<Record<string, string>> = Object.fromEntries(
  names.map((name) => [`LIMIT_${name}`, '1000000/1h']),
)
