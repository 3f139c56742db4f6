import { createFileRoute } from '@tanstack/react-router'
import { requireMember } from '../accounts/route-guards.ts'
import { privateHead } from '../page-info.ts'
import { AddPost } from './-post-form/add-post.tsx'

export const Route = createFileRoute('/add_post')({
  beforeLoad: requireMember,
  head: ({ matches }) => privateHead(matches, '글쓰기'),
  component: AddPost,
})
