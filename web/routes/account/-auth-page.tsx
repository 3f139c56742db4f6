import type { ReactNode } from 'react'

type AuthPageProps = {
  title: string
  lead: ReactNode
  /** Stands beside the form on wide screens: decoration. */
  picture: { src: string; slogan: ReactNode; text: string }
  children: ReactNode
}

/** A screen of one form. */
export function AuthPage({ title, lead, picture, children }: AuthPageProps) {
  return (
    <div className="wrap auth">
      <div className="auth-picture" aria-hidden="true">
        <img src={picture.src} alt="" width={800} height={800} loading="lazy" decoding="async" />
        <p>
          {picture.slogan}
          <small>{picture.text}</small>
        </p>
      </div>
      <div className="auth-column">
        <h1>{title}</h1>
        <p className="auth-lead">{lead}</p>
        {children}
      </div>
    </div>
  )
}
