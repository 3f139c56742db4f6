import type { ReactNode, RefObject } from 'react'

type AuthPageProps = {
  title: string
  /** Takes the focus, where the title is what is new. */
  titleRef?: RefObject<HTMLHeadingElement | null>
  lead: ReactNode
  /** Stands beside the form on wide screens: decoration. */
  picture: { src: string; slogan: ReactNode; text: string }
  /** Of a few fields: stands in the middle beside the picture, a longer one begins at its top. */
  short?: boolean
  children: ReactNode
}

/** A screen of one form. */
export function AuthPage({ title, titleRef, lead, picture, short, children }: AuthPageProps) {
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
