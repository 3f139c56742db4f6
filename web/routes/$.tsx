import { createFileRoute, notFound } from '@tanstack/react-router'
import { privateHead } from '../page-info.ts'

/** Every URL without a page. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound()
  },
  head: ({ matches }) => privateHead(matches, '페이지를 찾을 수 없습니다'),
})
