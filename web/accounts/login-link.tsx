import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#rules/paths.ts'

/** Leads to the login and back to this page. For visitors: give it their class. */
export function LoginLink({ className, children }: { className: string; children: ReactNode }) {
  const next = useLocation({ select: ({ href }) => href })
  return (
    <Link to={paths.login} search={{ next }} className={className} preload={false}>
      {children}
    </Link>
  )
}
