import { twoStepOff } from './fake-account.ts'
import type { Answers } from './screens/answers.ts'

const at = '2026-11-28T05:10:00.000Z'
const longName = '이름이아주긴이웃'.repeat(2)

const person = {
  handle: 'bbbbbbbbbbbbbbbbbbbbbb',
  username: longName,
  email: 'he***@naver.com',
  role: 'member' as const,
  since: at,
  posts: 3,
  comments: 12,
  reported: 2,
  pending: true,
  hidden: false,
  suspended: true,
  until: at,
}

const entry = {
  id: '2',
  at,
  action: 'hide',
  kind: 'post',
  item: '3',
  reason: '가게 주소가 사실과 달라요.',
  actor: '동네지기',
  about: longName,
  aboutHandle: person.handle,
}

const item = {
  kind: 'post' as const,
  id: '3',
  title: '띄어쓰기없이아주길게적은가게이름',
  text: `여기로 연락 주세요. https://example.com/${'a'.repeat(60)}`,
  image: null,
  post: '3',
  authorName: longName,
  authorHandle: person.handle,
  hidden: false,
  gone: false,
  held: true,
  since: at,
  reporters: 3,
  networks: 2,
  answer: '광고가 아니에요.',
  decision: '같은 광고를 되풀이했어요.',
  version: '1',
  reports: [{ reason: '광고나 도배예요', text: '여러 동네에 올라와 있어요.', at, isNew: true }],
}

/** Responses for all tabs of '/admin', with something in each. */
export const adminAnswers: Answers = {
  getTwoStep: { ...twoStepOff, neededFrom: '2099-01-01T00:00:00Z' },
  getRelease: '0.2.0',
  getReports: { data: [item, { ...item, id: '4', hidden: true, held: false }], nextCursor: null },
  getToldShops: [{ id: '732365424694321', name: '띄어쓰기없이아주긴가게', gone: 1, moved: 1, networks: 2, since: at }],
  findPeople: [person],
  getPersonCard: {
    person,
    care: true,
    returnedMail: { kind: 'hard', at },
    erasure: { by: '첫 관리자', reason: '탈퇴를 도와 달라고 했어요.', since: at, own: false },
    sessions: [{ device: 'Chrome, Windows', since: at, used: at }],
    posts: [{ id: '3', title: item.title, hidden: true, at }],
    record: [entry],
  },
  getModerationRules: {
    signup: 'open',
    words: ['대출상담', '띄어쓰기없이아주긴단어하나'],
    domains: ['spam.example'],
    networks: ['2001:db8:1234:5678::/64'],
  },
  getModerationRecord: [entry, { ...entry, id: '1', action: 'revoke invitation', kind: null, item: null }],
  getSiteLook: {
    name: null,
    defaultName: '맛나눔',
    welcome: '우리 동네 맛집',
    announcement: '내일 점검해요.',
    announcementEnds: '2026-12-06T05:00:00.000Z',
    accent: null,
    logo: null,
    pages: [{ place: 1, title: '소개', text: '우리 동네' }],
  },
  getInvitations: [
    {
      id: '7',
      note: '망원동 모임',
      uses: 3,
      used: 1,
      ends: at,
      since: at,
      open: true,
      revoked: false,
      by: longName,
      members: [{ handle: person.handle, username: longName }],
    },
  ],
  getWebhooks: [
    {
      id: '3',
      url: `https://hooks.example.kr/${'a'.repeat(40)}`,
      events: ['post', 'report', 'signup'],
      since: at,
      outcome: '500',
      tried: at,
      waiting: 4,
    },
  ],
  getFigures: {
    returnedMails: 3,
    days: [
      { day: '2026-11-29', visitors: 1234, signups: null, posts: null, returns: [] },
      {
        day: '2026-11-28',
        visitors: 1234,
        signups: 4,
        posts: 20,
        returns: [1, 7, 30].map((days) => ({ days, members: 14, returned: 12 })),
      },
    ],
    missed: [{ keyword: '들기름막국수', people: 5 }],
  },
  getLimits: [
    { name: 'LIMITS', value: 'normal', own: false },
    { name: 'LIMIT_NEWCOMER_NETWORK', value: '20/1h', own: true },
  ],
}
