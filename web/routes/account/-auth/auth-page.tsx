import { type ReactNode, type RefObject, useEffect } from 'react'
import { loadUserMenu } from '../../../frame/user-menu-on-demand.tsx'
import bibimbap from '../../../pictures/bibimbap.webp'
import './auth.css'

type AuthPageProps = {
  title: string
  /** Focuses the title when the screen changes without a navigation. */
  titleRef?: RefObject<HTMLHeadingElement | null>
  lead: ReactNode
  /** Decoration beside the form on wide screens. */
  picture: { src: string; slogan: ReactNode; text: string }
  /** A short form is centred beside the picture; a longer one starts at its top. */
  short?: boolean
  children: ReactNode
}

/** A screen with one form. */
export function AuthPage({ title, titleRef, lead, picture, short, children }: AuthPageProps) {
  // The next page shows it.
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

/** The picture beside the login and recovery forms. */
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
