import { Link } from '@tanstack/react-router'
import { SquarePen } from 'lucide-react'
import { paths } from '#rules/paths.ts'
import { EmptyState } from '../kit/empty-state.tsx'

/** Shown in a list without any post, with a link to write one. */
export function NoPosts({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState inFeed title={title} text={text}>
      <Link to={paths.addPost} className="btn btn-primary">
        <SquarePen className="icon" aria-hidden="true" />
        글쓰기
      </Link>
    </EmptyState>
  )
}
