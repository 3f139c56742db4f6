import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/account/change_password')({ component: () => <h1>비밀번호 변경</h1> })
