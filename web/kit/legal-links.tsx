import { Link } from '@tanstack/react-router'
import { legalNames, legalTitles } from '#rules/legal.ts'
import { paths } from '#rules/paths.ts'

/** Links to the terms, the privacy policy and the location notice (frame.css). */
export function LegalLinks() {
  return (
    <nav className="foot-links" aria-label="약관과 방침">
      {legalNames.map((name) => (
        <Link key={name} to={paths.legal} params={{ name }} preload={false}>
          {legalTitles[name]}
        </Link>
      ))}
    </nav>
  )
}
