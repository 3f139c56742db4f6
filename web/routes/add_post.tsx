import { createFileRoute } from '@tanstack/react-router'
import { privateHead } from '../components/page-info.ts'
import { requireMember } from '../components/require-viewer.ts'
import { AddPost } from './-add-post.tsx'

export const Route = createFileRoute('/add_post')({
  beforeLoad: requireMember,
  head: ({ matches }) => privateHead(matches, '글쓰기'),
  component: AddPost,
})
