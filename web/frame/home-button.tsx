import { Link } from '@tanstack/react-router'
import { House } from 'lucide-react'
import { paths } from '#rules/paths.ts'

/** Leads home from an empty or failed screen. */
export function HomeButton({ tone = 'primary' }: { tone?: 'primary' | 'outline' }) {
  return (
    <Link to={paths.home} className={`btn btn-${tone}`}>
      <House className="icon" />
      홈으로
    </Link>
  )
}
