import { createFileRoute } from '@tanstack/react-router'
import { Home } from './-home.tsx'
import { homeRoute } from './-home-route.ts'

export const Route = createFileRoute('/')({ ...homeRoute, component: Home })
