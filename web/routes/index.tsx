import { createFileRoute } from '@tanstack/react-router'
import { Home, homeRoute } from './-home/home.tsx'

export const Route = createFileRoute('/')({ ...homeRoute, component: Home })
