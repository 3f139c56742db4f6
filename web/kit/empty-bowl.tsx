/** A steaming bowl, for an empty list. */
export function EmptyBowl() {
  return (
    <svg className="empty-state-art" viewBox="0 0 260 184" aria-hidden="true">
      <ellipse cx="130" cy="168" rx="104" ry="12" fill="var(--fb-2)" />
      <path
        d="M100 68c-8-10 8-16 0-28M130 62c-8-10 8-18 0-32M160 68c-8-10 8-16 0-28"
        stroke="var(--fb-4)"
        strokeWidth="6"
        strokeLinecap="round"
        fill="none"
      />
      <path d="M48 88h164a6 6 0 0 1 6 6.5C214 132 178 160 130 160S46 132 42 94.5A6 6 0 0 1 48 88Z" fill="var(--fb-6)" />
      <path d="M62 104c6 22 24 38 50 44" fill="none" stroke="#fff7" strokeWidth="6" strokeLinecap="round" />
      <path d="M102 158h56l-5 11a4 4 0 0 1-3.6 2.3h-38.8A4 4 0 0 1 107 169Z" fill="var(--fb-5)" />
    </svg>
  )
}
