import { parentPort } from 'node:worker_threads'
import { makeFonts } from './make-fonts.ts'

// Makes the fonts for the plugin.

parentPort?.postMessage(await makeFonts())
