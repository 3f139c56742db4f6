import * as errorMessages from './error-messages.ts'

export { errorMessages }

/** Code of a failure, as the API returns it. */
export type ErrorCode = keyof typeof errorMessages

export type FieldError = { field: string; message: string }

/** Messages of failures that no error code stands for. */
export const failures = {
  restrictedSession: '임시 비밀번호로 로그인한 상태예요. 비밀번호를 먼저 변경해 주세요.',
  deleteOrWithdraw: '애러가 발생했습니다.',
  /** The only message for a server that cannot be reached. */
  offline: '인터넷 연결을 확인해 주세요.',
  /** Shown while a failed load is retried automatically. */
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
export const serverFailureMessages = {
  wrongCurrentPassword: '현재 비밀번호가 일치하지 않습니다.',
  /** A document or a response beyond the API's limits. */
  tooMuchAtOnce: '한 번에 요청할 수 있는 양을 넘었어요. 나눠서 요청해 주세요.',
  /** The collection is unknown, another member's private one, or of a member hidden from the reader. */
  noCollection: '모음을 찾을 수 없어요.',
  knownPasskey: '이미 추가한 패스키예요.',
  passkeyLate: '시간이 지났어요. 다시 시도해 주세요.',
  foreignImage: '사용할 수 없는 이미지입니다.',
  /** Another post was added with the same `Idempotency-Key`. */
  usedKey: '이 요청으로 다른 내용의 글이 이미 등록되었어요. 새 요청으로 다시 보내 주세요.',
} as const
