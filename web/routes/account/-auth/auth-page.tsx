import { type ReactNode, type RefObject, useEffect } from 'react'
import { loadUserMenu } from '../../../frame/bars.tsx'
import { Drawing } from '../../../kit/empty-state.tsx'
import bibimbap from '../../../pictures/bibimbap.webp'
import './auth.css'
import {
  type AnyRouter,
  type HistoryState,
  Link,
  type ParsedLocation,
  type RouterHistory,
  useHydrated,
  useRouter,
} from '@tanstack/react-router'
import { paths, safeReturnPath } from '#rules/paths.ts'
import { withoutPressMark } from '../../../accounts/kept-press.ts'
import type { NextParam } from '../../../accounts/route-guards.ts'
import { entryIndexOf } from '../../../kit/history-entry.ts'
import { closeOverlays } from '../../../kit/overlays.ts'

type AuthPageProps = {
  title: string
  /** For focusing the title when the screen changes without a navigation. */
  titleRef?: RefObject<HTMLHeadingElement | null>
  lead: ReactNode
  picture: { src: string; slogan: ReactNode; text: string }
  /** A short form is centred beside the picture; a longer one starts at its top. */
  short?: boolean
  children: ReactNode
}

export function AuthPage({ title, titleRef, lead, picture, short, children }: AuthPageProps) {
  // Preloads the user menu, which the page after the login shows.
  useEffect(() => void loadUserMenu().catch(() => {}), [])
  return (
    <div className="wrap auth">
      <div className="auth-picture" aria-hidden="true">
        <img src={picture.src} alt="" width={800} height={800} loading="lazy" decoding="async" />
        <p>
          {picture.slogan}
          <small>{picture.text}</small>
        </p>
      </div>
      <div className={short ? 'auth-column auth-column-short' : 'auth-column'}>
        <h1 ref={titleRef} tabIndex={titleRef && -1}>
          {title}
        </h1>
        <p className="auth-lead">{lead}</p>
        {children}
      </div>
    </div>
  )
}

/** Tabs for login and sign-up, one of which is the current page. */
export function AuthTabs({ next }: { next: string | undefined }) {
  const search = useNextParam(next)
  const way = (to: typeof paths.login | typeof paths.signUp, name: string) => (
    <Link to={to} search={search} state={loginLinkState} replace activeOptions={{ includeSearch: false }}>
      {name}
    </Link>
  )
  return (
    <nav className="seg auth-ways" aria-label="로그인과 회원가입">
      {way(paths.login, '로그인')}
      {way(paths.signUp, '회원가입')}
    </nav>
  )
}

/** Section that advertises an account to visitors. */
export function AccountBenefits() {
  return (
    <section className="gains" aria-labelledby="gains">
      <h2 id="gains">내 맛집에 이런 것이 모여요</h2>
      <ul>
        {gains.map(([art, name, text]) => (
          <li key={name}>
            <Drawing name={art} isSmall />
            <span>
              <b>{name}</b>
              {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const gains = [
  ['want', '가고 싶어요', '마음에 든 곳을 담아 두고 지도에서 찾아가요.'],
  ['been', '다녀왔어요', '먹은 것과 다녀온 곳을 남겨요.'],
  ['album', '모음', '데이트, 회식, 혼밥. 이름을 붙여 모으고 나눠요.'],
] as const

export const loginPicture = {
  src: bibimbap,
  slogan: (
    <>
      오늘 먹은 한 끼를
      <br />
      이웃과 나눠요
    </>
  ),
  text: '동네에서 찾은 맛을 사진 한 장으로 남겨 보세요.',
}

export function useReturnAfterLogin(next: string | undefined): () => Promise<void> {
  const router = useRouter()
  return () => returnAfterLogin(router, next)
}

type Router = Pick<AnyRouter, 'navigate' | 'invalidate' | 'clearCache' | 'subscribe'> & {
  latestLocation: Pick<ParsedLocation, 'state'>
  history: Pick<RouterHistory, 'go'>
}

/** Steps back in history to the page that the visitor came from, so that a list keeps its length; else navigates to `next`. */
export async function returnAfterLogin(router: Router, next: string | undefined): Promise<void> {
  const index = entryIndexOf(router.latestLocation)
  const { returnIndex = index } = router.latestLocation.state
  if (returnIndex >= index) {
    await router.navigate({ href: safeReturnPath(withoutPressMark(next)), replace: true })
    await router.invalidate()
    return
  }
  // Data loaded for a visitor lacks the member's likes, so it is loaded again before it is shown.
  router.clearCache()
  // An open overlay, such as the dialog after a sign-up, has a history entry of its own, which the router does not count.
  await closeOverlays()
  // Subscribes only now: overlays close by history steps too. And before `go`, because the page may be shown at once.
  const arrived = new Promise<void>((resolve) => {
    const stopListening = router.subscribe('onResolved', () => {
      stopListening()
      resolve()
    })
  })
  router.history.go(returnIndex - index)
  await arrived
}

/**
 * `state` of links between login and sign-up, so that both return to the same page and repeat the same press. These links replace
 * the history entry: a login left there would lead new members to its `next` again, such as the form of a post already sent.
 */
export function loginLinkState({ returnIndex, pendingPress }: HistoryState): HistoryState {
  return { ...(returnIndex !== undefined && { returnIndex }), ...(pendingPress && { pendingPress }) }
}

/** URL parameters that pass `next` on to a linked screen; none until hydration, because the server's login page is shared. */
export function useNextParam(next: string | undefined): NextParam {
  return useHydrated() && next ? { next } : {}
}
