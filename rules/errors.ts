/** Title and text of the screen for PREPARING. */
export const preparing = { title: '장소를 준비하고 있어요.', text: '잠시만 기다려 주세요.' } as const

export const errorMessages = {
  BAD_CREDENTIALS: '이메일 또는 비밀번호가 올바르지 않습니다.',
  UNAUTHENTICATED: '로그인이 필요합니다.',
  FORBIDDEN: '권한이 없습니다.',
  CONFLICT: '이미 사용 중인 이메일입니다.',
  RECOVERY_FAILED: '입력하신 정보와 일치하는 회원을 찾을 수 없습니다.',
  EXPIRED: '요청이 만료되었습니다. 다시 시도해주세요.',
  RATE_LIMITED: '요청이 너무 많습니다. 잠시 후 다시 시도해주세요.',
  NOT_FOUND: '게시글을 찾을 수 없습니다.',
  BAD_USER_INPUT: '입력값이 올바르지 않습니다.',
  TOO_LARGE: '이미지 용량이 너무 큽니다.',
  MAIL_FAILED: '이메일을 보내지 못했습니다. 잠시 후 다시 시도해주세요.',
  UNAVAILABLE: '일시적으로 서비스를 이용할 수 없습니다. 잠시 후 다시 시도해주세요.',
  PREPARING: `${preparing.title} ${preparing.text}`,
  INTERNAL: '알수없는 에러가 발생했습니다.',
} as const

export type ErrorCode = keyof typeof errorMessages

export type FieldError = { field: string; message: string }

/** Messages of single failures rather than of a code. */
export const failures = {
  restrictedSession: '임시 비밀번호로 로그인한 상태예요. 비밀번호를 먼저 변경해 주세요.',
  deleteOrWithdraw: '애러가 발생했습니다.',
  /** All other messages are for responses of the server. */
  offline: '인터넷 연결을 확인해 주세요.',
  /** What could not be loaded is tried again without the person. */
  continues: '연결되면 이어서 보여 드릴게요.',
  /** Title and text of the error page. */
  page: { title: '예기치 못한 에러가 발생했습니다!', text: '관리자에게 문의해주세요' },
  imageMissing: '파일을 찾을 수 없습니다.',
  imageType: 'PNG,JPG 이미지만 업로드 가능합니다.',
  imageShape: '가로세로 비율이 16:1을 넘는 사진은 올릴 수 없어요.',
  imageUpload: '이미지 로드 애러가 났습니다.',
  notFound: '해당 페이지를 찾을 수 없습니다.',
} as const

/** Failures that only the server recognises. They are apart, so that no page loads them. */
export const serverFailures = {
  wrongCurrentPassword: '현재 비밀번호가 일치하지 않습니다.',
  /** A document or a response beyond the API's limits. */
  tooMuchAtOnce: '한 번에 요청할 수 있는 양을 넘었어요. 나눠서 요청해 주세요.',
  /** Withdrawn, unknown, or hidden from the reader. */
  noAuthor: '찾을 수 없는 이웃이에요.',
  foreignImage: '사용할 수 없는 이미지입니다.',
  /** Another post was added with the same `Idempotency-Key`. */
  usedKey: '이 요청으로 다른 내용의 글이 이미 등록되었어요. 새 요청으로 다시 보내 주세요.',
} as const
