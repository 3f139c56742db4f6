import { createFileRoute } from '@tanstack/react-router'
import { Home } from './-home/home.tsx'
import { homeRoute } from './-home/home-route.ts'

export const Route = createFileRoute('/')({ ...homeRoute, component: Home })
