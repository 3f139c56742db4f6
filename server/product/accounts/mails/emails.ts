import { recoveryLimits, verificationLimits } from '#rules/account.ts'
import { notificationText } from '#rules/notifications.ts'
import { emailFragment, paths, postPath, sitePaths, verifyFragment } from '#rules/paths.ts'
import type { Config } from '../../../platform/config.ts'
import type { Tables } from '../../../platform/database/tables.gen.ts'
import { type MailSite, renderEmail } from '../../../platform/mail/layout.ts'
import type { Message } from '../../../platform/mail/transports.ts'
import { type NotificationRow, notificationPath } from '../../notifications/get-notifications.ts'

/** Seconds after which a mail is given up if no mail server has taken it. */
export const mailLifetimes = { recovery: recoveryLimits.minutes * 60, notice: 3 * 86_400, weekly: 86_400 } as const

/** A change of an account that its owner is told of by a notice. */
export type AccountChange = Tables['notices']['change']

export function recoveryEmail(config: Config, to: string, temporaryPassword: string): Message {
  return renderEmail(siteOf(config), {
    to,
    subject: '임시 비밀번호 안내',
    heading: '임시 비밀번호를 보내 드려요',
    before: [
      '로그인 화면에서 아래 임시 비밀번호를 입력해 주세요. 휴대폰이든 컴퓨터든 어느 브라우저에서나 쓸 수 있어요.',
    ],
    code: temporaryPassword,
    after: [
      `요청한 때부터 ${recoveryLimits.minutes}분 안에 한 번만 로그인할 수 있고, ${recoveryLimits.tries}번 틀리면 사라져요.`,
      '로그인하면 새 비밀번호를 정하는 화면이 나와요.',
      '직접 요청하지 않으셨다면 이 메일을 무시해 주세요. 쓰던 비밀번호는 그대로예요.',
    ],
    link: { label: '로그인하러 가기', url: `${config.publicOrigin}${paths.login}#${emailFragment(to)}` },
  })
}

/** The link has the token in its fragment, which reaches no server and no log. */
export function verificationEmail(config: Config, to: string, code: string, token: string): Message {
  const { codeMinutes, linkMinutes, tries } = verificationLimits
  return renderEmail(siteOf(config), {
    to,
    subject: '이메일 확인',
    heading: '이메일을 확인해 주세요',
    before: ['글을 쓰던 화면에 아래 숫자를 넣거나, 아래 버튼을 눌러 주세요.'],
    code,
    after: [
      `숫자는 ${codeMinutes}분, 버튼은 ${linkMinutes}분 동안 한 번만 쓸 수 있어요. 숫자를 ${tries}번 틀리면 메일을 다시 받아야 해요.`,
      `${config.siteName}에 가입하신 적이 없다면 이 메일을 무시해 주세요.`,
    ],
    link: { label: '이메일 확인하기', url: `${config.publicOrigin}${paths.profile}#${verifyFragment(token)}` },
  })
}

/** Lists what changed, so that the victim of a stolen session notices. */
export function noticeEmail(config: Config, to: string, changes: ReadonlySet<AccountChange>): Message {
  const without: AccountChange | null = changes.has('email') ? 'email passed on' : null
  const reported = CHANGES_IN_ORDER.filter((change) => changes.has(change) && change !== without)
  const [first, ...others] = reported.filter((change) => change !== 'passkeys kept' && change !== 'logins kept')
  const heading = first && others.length === 0 ? notices[first].heading : '계정 정보가 변경되었어요'
  return renderEmail(siteOf(config), {
    to,
    subject: heading,
    heading,
    before: reported.map((change) => notices[change].says),
    code: null,
    after: [
      '직접 바꾸셨다면 아무것도 하지 않으셔도 돼요.',
      '바꾸신 적이 없다면 비밀번호 찾기로 비밀번호를 바로 바꿔 주세요.',
      // Addresses are not confirmed at sign-up, so this one may belong to somebody else.
      `${config.siteName}에 가입하신 적이 없다면 이 메일을 무시해 주세요.`,
    ],
    link: { label: '비밀번호 찾기', url: `${config.publicOrigin}${paths.forgotPassword}#${emailFragment(to)}` },
  })
}

type Week = Readonly<{
  notifications: readonly NotificationRow[]
  area: string
  top: readonly { id: number; title: string; people: number }[]
  token: string
}>

export function weeklyEmail(config: Config, to: string, { notifications, area, top, token }: Week): Message {
  const { publicOrigin } = config
  const lists = [
    {
      title: '나에게 온 소식',
      items: notifications.map((row) => ({
        label: notificationText({
          ...row,
          username: plainText(row.username),
          title: plainText(row.title ?? ''),
          text: plainText(row.text ?? ''),
        }),
        url: publicOrigin + notificationPath(row),
      })),
    },
    {
      title: `이번 주 ${area.split(' ').at(-1)} TOP 10`,
      items: top.map(({ id, title, people }, index) => ({
        label: `${index + 1}. ${plainText(title)} · ${people}명`,
        url: publicOrigin + postPath(String(id)),
      })),
    },
  ]
  return renderEmail(siteOf(config), {
    to,
    subject: '이번 주 소식',
    heading: '이번 주 소식을 모았어요',
    before: [],
    code: null,
    lists: lists.filter(({ items }) => items.length > 0),
    after: ['프로필의 알림 설정에서 켜셔서 한 주에 한 번 보내 드려요.'],
    link: null,
    unsubscribe: `${publicOrigin}${sitePaths.unsubscribe}?token=${token}`,
  })
}

/** Text of a stranger on one line, changed so that mail programs make no links of it. */
function plainText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[.:/@](?=\S)/g, '$&\u2060')
}

/** Test mail to an address from which mails came back. */
export function deliveryTestEmail(config: Config, to: string): Message {
  return renderEmail(siteOf(config), {
    to,
    subject: '메일 도착 확인',
    heading: '메일이 잘 도착했어요',
    before: ['프로필에서 메일을 다시 보내 보라고 하셔서 보내 드려요. 앞으로는 이 주소로 다시 메일을 보내 드릴게요.'],
    code: null,
    after: [`${config.siteName}에 가입하신 적이 없다면 이 메일을 무시해 주세요.`],
    link: { label: '프로필 보기', url: `${config.publicOrigin}${paths.profile}` },
  })
}

/** Mail to a member whose address an admin has corrected: to the new address (`isNew`) or to the former one. */
export function addressCorrectedEmail(config: Config, to: string, isNew: boolean): Message {
  const contact = config.contact === null ? '운영자' : `운영자(${config.contact})`
  const heading = '운영자가 이메일 주소를 변경했어요'
  return renderEmail(siteOf(config), {
    to,
    subject: heading,
    heading,
    before: isNew
      ? [
          '회원님의 요청으로 운영자가 계정의 이메일을 이 주소로 바꾸었어요. 비밀번호를 잊으셨다면 비밀번호 찾기로 새로 정해 주세요.',
        ]
      : [
          '회원님의 요청으로 운영자가 계정의 이메일을 이 주소에서 다른 주소로 바꾸었어요. 비밀번호 찾기 메일은 이제 새 주소로만 보내 드려요.',
        ],
    code: null,
    after: [
      `요청하신 적이 없다면 ${contact}에게 바로 알려 주세요.`,
      `${config.siteName}에 가입하신 적이 없다면 이 메일을 무시해 주세요.`,
    ],
    link: isNew
      ? { label: '비밀번호 찾기', url: `${config.publicOrigin}${paths.forgotPassword}#${emailFragment(to)}` }
      : null,
  })
}

const CHANGES_IN_ORDER: readonly AccountChange[] = [
  'email',
  'email passed on',
  'answer',
  'password',
  'passkeys kept',
  'logins kept',
  'passkey added',
  'passkey removed',
  'login linked',
  'login unlinked',
  'two-step on',
  'two-step off',
  'recovery codes renewed',
  'recovery code used',
  'codes guessed',
  'sign-in reset',
]

const notices: Readonly<Record<AccountChange, { heading: string; says: string }>> = {
  email: {
    heading: '이메일 주소가 변경되었어요',
    says: `회원님의 계정에 등록된 이메일이 다른 주소로 바뀌었어요. 이 주소를 쓰지 않게 된 때부터 ${recoveryLimits.formerHours}시간 동안 비밀번호 찾기 메일은 계속 이 주소로 보내 드려요.`,
  },
  'email passed on': {
    heading: '이메일 주소가 변경되었어요',
    says: `회원님의 계정에 등록된 이메일이 이 주소에서 다른 주소로 바뀌었어요. 비밀번호 찾기 메일은 ${recoveryLimits.formerHours}시간 전에 쓰던 주소로 보내 드려요.`,
  },
  answer: {
    heading: '비밀번호 찾기 질문과 답변이 변경되었어요',
    says: `회원님의 계정에서 비밀번호를 찾을 때 쓰는 질문이나 답변이 바뀌었어요. 앞으로 ${recoveryLimits.formerHours}시간 동안은 바꾸기 전의 질문과 답변으로도 비밀번호를 찾을 수 있어요.`,
  },
  password: {
    heading: '비밀번호가 변경되었어요',
    says: '회원님의 비밀번호가 바뀌었고, 다른 기기에서는 모두 로그아웃되었어요.',
  },
  'passkeys kept': {
    heading: '비밀번호가 변경되었어요',
    says: '추가해 둔 패스키는 그대로라서 계속 로그인할 수 있어요. 프로필에 모르는 패스키가 있으면 삭제해 주세요.',
  },
  'logins kept': {
    heading: '비밀번호가 변경되었어요',
    says: '연결된 카카오·네이버 로그인은 그대로예요. 프로필에 모르는 연결이 있으면 해제해 주세요.',
  },
  'passkey added': {
    heading: '패스키가 추가되었어요',
    says: '비밀번호 없이 로그인할 수 있는 패스키가 회원님의 계정에 추가되었어요. 모르는 패스키라면 프로필에서 삭제해 주세요.',
  },
  'passkey removed': {
    heading: '패스키가 삭제되었어요',
    says: '회원님의 계정에 추가되어 있던 패스키가 삭제되었어요. 그 패스키로는 더 이상 로그인할 수 없어요.',
  },
  'login linked': {
    heading: '다른 회사의 로그인이 연결되었어요',
    says: '카카오나 네이버 계정으로 회원님의 계정에 로그인할 수 있게 되었어요. 모르는 연결이라면 프로필에서 해제해 주세요.',
  },
  'login unlinked': {
    heading: '다른 회사의 로그인 연결을 해제했어요',
    says: '회원님의 계정에 연결되어 있던 카카오나 네이버 로그인을 해제했어요. 그 로그인으로는 더 이상 들어올 수 없어요.',
  },
  'two-step on': {
    heading: '2단계 인증을 켰어요',
    says: '회원님의 계정에 2단계 인증이 켜졌어요. 이제 비밀번호로 로그인하려면 인증 앱의 코드도 입력해야 해요.',
  },
  'two-step off': {
    heading: '2단계 인증을 껐어요',
    says: '회원님의 계정에서 2단계 인증이 꺼졌어요. 이제 비밀번호만으로 로그인할 수 있어요.',
  },
  'recovery codes renewed': {
    heading: '복구 코드를 새로 만들었어요',
    says: '2단계 인증의 복구 코드가 새로 만들어졌어요. 전에 받은 복구 코드는 더 이상 쓸 수 없어요.',
  },
  'recovery code used': {
    heading: '복구 코드로 로그인했어요',
    says: '인증 앱 대신 복구 코드로 로그인했어요. 쓴 코드는 다시 쓸 수 없고, 남은 개수는 프로필에서 볼 수 있어요.',
  },
  'codes guessed': {
    heading: '로그인을 여러 번 막았어요',
    says: '비밀번호는 맞지만 인증 코드를 여러 번 틀린 로그인을 막았어요. 직접 하신 일이 아니라면 누군가 비밀번호를 알고 있으니 바로 바꿔 주세요.',
  },
  'sign-in reset': {
    heading: '2단계 인증과 패스키가 해제되었어요',
    says: '운영자가 회원님 계정의 2단계 인증과 패스키를 모두 해제하고 모든 기기에서 로그아웃했어요. 비밀번호로 로그인한 뒤 프로필에서 다시 설정해 주세요.',
  },
}

function siteOf(config: Config): MailSite {
  return { name: config.siteName, origin: config.publicOrigin }
}
