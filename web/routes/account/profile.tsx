import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/account/profile')({ component: () => <h1>프로필</h1> })
