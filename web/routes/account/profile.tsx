import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { consentsQuery, profileQuery, sessionsQuery, twoStepQuery } from '../../accounts/account.ts'
import { redirectIfExpired } from '../../accounts/expired-session.ts'
import { ExportButton } from '../../accounts/export-button.tsx'
import { lazyIfPasskeys } from '../../accounts/passkeys/passkey-use.tsx'
import { lazyIfProviders } from '../../accounts/providers/lazy-if-providers.tsx'
import { requireUnrestrictedViewer } from '../../accounts/route-guards.ts'
import { VerifyByLink } from '../../accounts/verify-by-link.tsx'
import { authorQuery } from '../../authors/people.ts'
import { useGraphql } from '../../graphql.ts'
import { UsersRound } from '../../kit/icons.gen.ts'
import { inBrowser } from '../../kit/in-browser.tsx'
import { PageIcon } from '../../kit/page-icons.tsx'
import { notificationSwitchesQuery } from '../../notifications/notifications-query.ts'
import { privateHead } from '../../page-info.ts'
import { useViewer } from '../../store/use-store.ts'
import { ConsentList } from './-profile/consent-list.tsx'
import { DecisionList, decisionsAboutMeQuery } from './-profile/decision-list.tsx'
import { NotificationSwitches } from './-profile/notification-switches.tsx'
import { ProfileForm } from './-profile/profile-form.tsx'
import { ReturnedMail, returnedMailQuery } from './-profile/returned-mail.tsx'
import { SessionList } from './-profile/session-list.tsx'
import { TownAndTastes } from './-profile/town-and-tastes.tsx'

export const Route = createFileRoute('/account/profile')({
  beforeLoad: requireUnrestrictedViewer,
  loader: async ({ context, location }) => {
    const { queryClient, graphql } = context
    const handle = context.store.viewer?.jwt
    if (handle === undefined) return
    const sessions = queryClient.prefetchQuery(sessionsQuery(graphql))
    const consents = queryClient.prefetchQuery(consentsQuery(graphql))
    const author = queryClient.prefetchQuery(authorQuery(graphql, handle))
    const switches = queryClient.prefetchQuery(notificationSwitchesQuery(graphql))
    const returnedMail = queryClient.prefetchQuery(returnedMailQuery(graphql))
    const twoStep = queryClient.prefetchQuery(twoStepQuery(graphql))
    await redirectIfExpired({ context, location }, queryClient.ensureQueryData(profileQuery(graphql, handle)))
    const decisions = queryClient.prefetchQuery(decisionsAboutMeQuery(graphql))
    await Promise.all([sessions, consents, author, switches, returnedMail, twoStep, decisions])
  },
  head: ({ match }) => privateHead(match, '프로필'),
  component: ProfileScreen,
})

const PasskeyList = lazyIfPasskeys(async () => (await import('../../accounts/passkeys/passkey-list.tsx')).PasskeyList)

const LinkedLogins = lazyIfProviders(
  async () => (await import('../../accounts/providers/linked-logins.tsx')).LinkedLogins,
)

const TwoStepSection = inBrowser(
  async () => (await import('../../accounts/two-step/two-step-section.tsx')).TwoStepSection,
)

function ProfileScreen() {
  const viewer = useViewer()
  // After a logout, until the navigation away is done.
  if (!viewer) return null
  return (
    <div className="wrap account">
      <VerifyByLink />
      <div className="account-head">
        <h1>프로필</h1>
        <p>글과 함께 보이는 이름과 사진이에요. 이메일과 답변은 나만 볼 수 있어요.</p>
      </div>
      <ReturnedMail />
      <ProfileForm handle={viewer.jwt} />
      <div className="account-side">
        <section className="account-section">
          <h2>비밀번호</h2>
          <p>다른 곳에서 쓰지 않는 비밀번호를 권해요.</p>
          <Link to={paths.changePassword} className="btn btn-outline btn-small">
            <PageIcon name="key-round" />
            비밀번호 변경
          </Link>
        </section>
        <section className="account-section">
          <h2>내 이웃</h2>
          <p>팔로워와 팔로잉, 차단한 이웃은 나만 볼 수 있어요.</p>
          <Link to={paths.people} params={{ list: 'followers' }} className="btn btn-outline btn-small">
            <UsersRound className="icon" />내 이웃 보기
          </Link>
        </section>
        <TownAndTastes handle={viewer.jwt} />
        <DecisionList />
        <StaffLink handle={viewer.jwt} />
        <NotificationSwitches />
        <SessionList />
        <PasskeyList />
        <LinkedLogins />
        <TwoStepSection />
        <ConsentList />
        <section className="account-section">
          <h2>내 데이터</h2>
          <p>내 정보와 글, 댓글, 사진, 좋아요를 ZIP 파일 하나로 다운로드할 수 있어요.</p>
          <ExportButton />
        </section>
      </div>
    </div>
  )
}

function StaffLink({ handle }: { handle: string }) {
  const { data } = useQuery({ ...profileQuery(useGraphql(), handle), refetchOnMount: false })
  if (!data || data.role === 'member') return null
  return (
    <section className="account-section">
      <h2>운영</h2>
      <Link to={paths.admin} className="btn btn-outline btn-small">
        신고 보기
      </Link>
    </section>
  )
}
