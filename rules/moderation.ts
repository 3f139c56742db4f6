import * as v from 'valibot'
import { cleanText } from './text.ts'
import { optionalText } from './validate.ts'

/** Kinds of content that can be reported and moderated, with their names in sentences. */
export const reportKinds = { post: '글', comment: '댓글', collection: '모음', author: '이웃' } as const
export type ReportKind = keyof typeof reportKinds

export const reportReasons = {
  spam: '광고나 도배예요',
  abuse: '욕설, 비방, 혐오 표현이 있어요',
  sexual: '음란하거나 보기 불편해요',
  privacy: '개인정보가 드러나 있어요',
  false: '사실과 달라요',
  rights: '다른 사람의 사진이나 글을 도용했어요',
  other: '다른 이유가 있어요',
} as const
export type ReportReason = keyof typeof reportReasons

/** Most code points of a report, a reason, an answer and a word of the rules. */
export const moderationLimits = { text: 500, reason: 300, answer: 500, word: 40 } as const

/** Entries of the log of moderation in one response. */
export const MODERATION_LOG_PAGE_SIZE = 50

export const moderationMessages = {
  kind: '신고할 수 없는 항목이에요.',
  reason: '신고 사유를 선택해 주세요.',
  otherText: '어떤 점이 문제인지 적어 주세요.',
  textLong: `${moderationLimits.text}자 이내로 적어 주세요.`,
  reasonLong: `${moderationLimits.reason}자 이내로 적어 주세요.`,
  /** Shown to the author of content that is held because of a word. */
  held: '운영자가 확인하고 있어요. 확인이 끝나면 모두에게 보여요.',
  heldWord: '사용할 수 없는 단어가 있어요. 다른 단어로 바꿔 주세요.',
  why: '작성자에게 보낼 사유를 적어 주세요.',
  note: '메모를 적어 주세요.',
  until: '지금 이후의 날짜를 선택해 주세요.',
  rule: {
    word: '단어를 입력해 주세요.',
    domain: '도메인을 example.com처럼 적어 주세요.',
    network: 'IP 주소를 적어 주세요.',
  },
  changed: '그사이 내용이 바뀌었어요. 다시 확인해 주세요.',
  answered: '답변은 한 번만 보낼 수 있어요.',
  answerEmpty: '답변을 적어 주세요.',
  answerLong: `${moderationLimits.answer}자 이내로 적어 주세요.`,
  action: '할 수 없는 작업이에요.',
  hideAuthor: '이웃은 숨길 수 없어요. 이용을 정지해 주세요.',
  removeAuthor: '이웃은 삭제할 수 없어요. 이용을 정지해 주세요.',
  private:
    '이제 만든 사람만 볼 수 있는 모음이라 숨기거나 삭제할 수 없어요. ‘문제 없음’\u2060으로 신고를 마무리해 주세요.',
  lastAdmin: '마지막 관리자는 역할을 내려놓거나 탈퇴할 수 없어요. 다른 관리자를 먼저 지정해 주세요.',
  reportedOften: '운영자가 여러 번 확인했어요. 내용이 바뀌면 다시 신고할 수 있어요.',
  own: '내가 작성한 내용은 신고할 수 없어요.',
  pending: '가입 승인을 기다리고 있어요. 승인되면 글과 댓글을 쓸 수 있어요.',
  suspendedForGood: '이용이 정지되어 글과 댓글을 쓸 수 없어요. 이유는 프로필의 운영 안내에서 볼 수 있어요.',
  signupClosed: '지금은 새로 가입할 수 없어요.',
  signupRefused: '이 이메일은 쓸 수 없어요.',
} as const

/** `until` as it is shown: '2026년 12월 1일 09:00'. */
export function suspendedMessage(until: string): string {
  return `${until}까지 글과 댓글을 쓸 수 없어요. 이유는 프로필의 운영 안내에서 볼 수 있어요.`
}

export const reportSchema = v.pipe(
  v.object({
    kind: v.picklist(Object.keys(reportKinds) as ReportKind[], moderationMessages.kind),
    reason: v.picklist(Object.keys(reportReasons) as ReportReason[], moderationMessages.reason),
    text: optionalText(cleanText, moderationLimits.text, moderationMessages.textLong),
  }),
  v.forward(
    v.check(({ reason, text }) => reason !== 'other' || text !== '', moderationMessages.otherText),
    ['text'],
  ),
)

export const moderationActions = {
  dismiss: '문제 없음',
  hide: '숨기기',
  restore: '숨김 해제',
  remove: '삭제',
  suspend: '이용 정지',
  lift: '정지 해제',
  approve: '가입 승인',
  reopen: '다시 열기',
  read: '답변 확인',
  note: '메모',
} as const
export type ModerationActionName = keyof typeof moderationActions

/** Actions whose reason the author gets to read. */
export const explainedActions: readonly ModerationActionName[] = ['hide', 'remove', 'suspend']

const UTC_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/

export const moderateSchema = v.pipe(
  v.object({
    kind: v.picklist(Object.keys(reportKinds) as ReportKind[], moderationMessages.kind),
    action: v.picklist(Object.keys(moderationActions) as ModerationActionName[], moderationMessages.action),
    reason: optionalText(cleanText, moderationLimits.reason, moderationMessages.reasonLong),
    note: optionalText(cleanText, moderationLimits.text, moderationMessages.textLong),
    until: v.pipe(
      v.optional(v.nullable(v.pipe(v.string(), v.regex(UTC_TIME, moderationMessages.until))), null),
      v.transform((until) => (until === null ? null : new Date(until))),
      v.check((until) => until === null || until.getTime() > Date.now(), moderationMessages.until),
    ),
    everything: v.pipe(
      v.optional(v.nullable(v.boolean()), false),
      v.transform((everything) => everything === true),
    ),
  }),
  v.forward(
    v.check(({ action, reason }) => !explainedActions.includes(action) || reason !== '', moderationMessages.why),
    ['reason'],
  ),
  v.forward(
    v.check(({ action, note }) => action !== 'note' || note !== '', moderationMessages.note),
    ['note'],
  ),
)
export type ModerateInput = v.InferOutput<typeof moderateSchema>

/** The one answer of a member to a moderator's decision. */
export const decisionAnswerSchema = v.object({
  text: v.pipe(
    optionalText(cleanText, moderationLimits.answer, moderationMessages.answerLong),
    v.nonEmpty(moderationMessages.answerEmpty),
  ),
})
