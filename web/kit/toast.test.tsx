import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { Toaster, toast, toasts, withdrawToast } from './toast.tsx'

const shown = () => toasts.all().map(({ text }) => text)

afterEach(() => {
  toasts.leavePage()
  toasts.leavePage()
})

test('a message that is no longer true is removed at once, and the others stay', () => {
  toast('위치를 알 수 없어요.')
  toast('복사했어요.')
  let changes = 0
  const stop = toasts.subscribe(() => changes++)
  withdrawToast('위치를 알 수 없어요.')
  withdrawToast('위치를 알 수 없어요.')
  stop()
  expect(shown()).toEqual(['복사했어요.'])
  expect(changes).toBe(1)
})

test('a message is shown once, and goes with its page unless it explains the next one', () => {
  toast('복사했어요.')
  toast('복사했어요.')
  toast('삭제했어요.', { isForNextPage: true })
  expect(shown()).toEqual(['복사했어요.', '삭제했어요.'])
  toasts.leavePage()
  expect(shown()).toEqual(['삭제했어요.'])
  toasts.leavePage()
  expect(shown()).toEqual([])
})

test('a message that stays is on later pages too, and is not replaced by the same words without its button', () => {
  const action = { label: '새로고침', run: () => {} }
  toast('다른 계정이에요.', { stays: true, action })
  toast('다른 계정이에요.')
  toasts.leavePage()
  toasts.leavePage()
  expect(toasts.all()).toMatchObject([{ text: '다른 계정이에요.', action }])
  withdrawToast('다른 계정이에요.')
  expect(shown()).toEqual([])
})

test('a page hydrates as the server has rendered it, without what is said meanwhile', () => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const page = (
    <RouterContextProvider router={router}>
      <Toaster />
    </RouterContextProvider>
  )
  const render = () => renderToString(page)
  const before = render()
  toast('오프라인이에요.')
  expect(render()).toBe(before)
})
