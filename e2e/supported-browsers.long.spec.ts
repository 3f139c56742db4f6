import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import type { Manifest } from 'vite'
import { runProgram } from '../scripts/programs/run-program.ts'

const MANIFEST = 'dist/client/.vite/manifest.json'

/** Scripts of the newest build; those of the build before stay beside them. */
function builtScripts(): string[] {
  const manifest: Manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  const files = Object.values(manifest).map(({ file }) => file)
  return [...new Set([...files, 'sw.js'])].filter((file) => file.endsWith('.js')).map((file) => `dist/client/${file}`)
}

test('built scripts need nothing that a browser of package.json lacks', async () => {
  const scripts = builtScripts()
  expect(scripts.length).toBeGreaterThan(50)
  const { code, output } = await runProgram('es-check', [
    'checkBrowser',
    '--checkFeatures',
    '--module',
    '--noCache',
    // The library of QR codes asks for it before it calls it.
    '--ignore',
    'Uint8ArrayToBase64',
    ...scripts,
  ])
  expect([code, output]).toEqual([0, expect.stringContaining('ES-Check passed')])
  // The program does not look into regular expressions, which make a whole file fail in Safari before 16.4.
  expect(scripts.filter((file) => /\(\?<[=!]/.test(readFileSync(file, 'utf8')))).toEqual([])
})
