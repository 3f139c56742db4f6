import { createFileRoute } from '@tanstack/react-router'
import { HomePage, homeRoute } from './-home/home.tsx'

export const Route = createFileRoute('/main')({ ...homeRoute, component: HomePage })
