import SquarePen from 'virtual:icon/square-pen'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#rules/paths.ts'
import { EmptyState } from '../../kit/empty-state.tsx'

type NoPostsProps = { title: string; text: string; children?: ReactNode }

/** Shown instead of an empty list, with a link to write a post, followed by other actions. */
export function NoPosts({ title, text, children }: NoPostsProps) {
  return (
    <EmptyState inFeed title={title} text={text}>
      <Link to={paths.addPost} className="btn btn-primary">
        <SquarePen className="icon" />
        글쓰기
      </Link>
      {children}
    </EmptyState>
  )
}
