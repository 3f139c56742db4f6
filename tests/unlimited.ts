const names = [
  'SIGNUP',
  'POST',
  'POST_ADDRESS',
  'COMMENT',
  'COMMENT_ADDRESS',
  'LIKE',
  'LIKE_ADDRESS',
  'FOLLOW',
  'FOLLOW_ADDRESS',
  'CHANGE',
  'CHANGE_ADDRESS',
  'NEWCOMER',
  'NEWCOMER_ADDRESS',
  'UPLOAD',
  'UPLOAD_ADDRESS',
]

/** Settings for tests that write more from one address than people do. Limits on failures stay. */
export const unlimited: Readonly<Record<string, string>> = Object.fromEntries(
  names.map((name) => [`LIMIT_${name}`, '1000000/1s']),
)
