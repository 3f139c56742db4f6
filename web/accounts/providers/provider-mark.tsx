import type { LoginProvider } from '#rules/provider-login.ts'
import './providers.css'

/** The symbol of a provider. */
export function ProviderMark({ provider }: { provider: LoginProvider }) {
  return (
    <svg className="provider-mark" data-provider={provider} viewBox="0 0 24 24" aria-hidden="true">
      {shapes[provider]}
    </svg>
  )
}

const shapes = {
  kakao: (
    <>
      <ellipse cx="12" cy="10.6" rx="10.4" ry="8.4" />
      <path d="M6.4 16 5.2 22l6-3.6z" />
    </>
  ),
  naver: <path d="M4 4h5.4l5.2 7.8V4H20v16h-5.4l-5.2-7.8V20H4z" />,
}
