// Drawn by the page's own code, because without the network no other file may come.
import type { ReactNode } from 'react'

/** A broken bowl, for errors. */
export function BrokenBowl() {
  return (
    <Bowl>
      <path
        d="M86 60c-8-9 6-14 0-24M176 60c-8-9 6-14 0-24"
        stroke="var(--fb-4)"
        strokeWidth="6"
        strokeLinecap="round"
        fill="none"
      />
      <path d="M128 86l12 18-16 12 14 18-8 26" fill="none" stroke="var(--bg)" strokeWidth="7" strokeLinejoin="round" />
      <path
        d="M104 50l-3-14M130 44V26M156 50l3-14"
        fill="none"
        stroke="var(--fb-6)"
        strokeWidth="6"
        strokeLinecap="round"
      />
    </Bowl>
  )
}

/** A plug out of its socket, for a device without a network. */
export function Unplugged() {
  return (
    <svg className="empty-state-art" viewBox="0 0 260 184" aria-hidden="true">
      <ellipse cx="130" cy="168" rx="104" ry="12" fill="var(--fb-2)" />
      <path d="M18 96c26 0 26-26 52-26h14" fill="none" stroke="var(--fb-5)" strokeWidth="9" strokeLinecap="round" />
      <path d="M84 44h20q24 2 24 26t-24 26H84Z" fill="var(--fb-6)" />
      <path d="M128 58h16M128 82h16" stroke="var(--fb-5)" strokeWidth="8" strokeLinecap="round" />
      <path d="M204 124h-14q-26-2-26-26t26-26h14Z" fill="var(--fb-4)" />
      <path d="M204 98c24 0 20 28 40 28" fill="none" stroke="var(--fb-5)" strokeWidth="9" strokeLinecap="round" />
      <path
        d="M146 112l-10 14M134 100l-14 8M156 46l8-14M166 56l14-6"
        stroke="var(--fb-4)"
        strokeWidth="6"
        strokeLinecap="round"
      />
    </svg>
  )
}

/** A bowl on its shadow; the children are what rises from it or marks it. */
function Bowl({ children }: { children: ReactNode }) {
  return (
    <svg className="empty-state-art" viewBox="0 0 260 184" aria-hidden="true">
      <ellipse cx="130" cy="168" rx="104" ry="12" fill="var(--fb-2)" />
      <path d="M48 88h164a6 6 0 0 1 6 6.5C214 132 178 160 130 160S46 132 42 94.5A6 6 0 0 1 48 88Z" fill="var(--fb-6)" />
      <path d="M62 104c6 22 24 38 50 44" fill="none" stroke="#fff7" strokeWidth="6" strokeLinecap="round" />
      <path d="M102 158h56l-5 11a4 4 0 0 1-3.6 2.3h-38.8A4 4 0 0 1 107 169Z" fill="var(--fb-5)" />
      {children}
    </svg>
  )
}
