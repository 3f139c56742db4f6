import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/account/forgot_password')({ component: () => <h1>비밀번호 찾기</h1> })
