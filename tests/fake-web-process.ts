import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { FirstProcess } from '#server/processes/ask-first.ts'
import type { ToWebProcess } from '#server/processes/messages.ts'

// Stands in for server/processes/web-process-main.ts in tests: it starts like a process that answers requests, but
// answers none. The environment says what each one does, by its number: the first one that gets so far is 1.

const { FOLDER = '', FAILING = '', SILENT = '', QUESTIONS = '0' } = process.env
const first = new FirstProcess()
process.on('disconnect', () => process.exit(1))
await first.databaseUrl()
const number = await takeNumber()
if (isIn(FAILING)) {
  first.tell({ kind: 'failed', message: `Process ${number} cannot start.`, isOperatorFault: true })
  process.disconnect()
} else {
  process.on('message', obey)
  if (!isIn(SILENT)) first.tell({ kind: 'ready' })
  if (QUESTIONS !== '0') await writeFile(path.join(FOLDER, 'asked'), JSON.stringify(await ask(Number(QUESTIONS))))
}

function isIn(numbers: string): boolean {
  return numbers.split(',').includes(number)
}

function obey(message: ToWebProcess): void {
  if (message.kind === 'answers') first.answered(message.answers)
  else if (message.kind === 'finish') process.exit(0)
}

/** The lowest number that no other process has taken; a file of that name says that it is taken. */
async function takeNumber(): Promise<string> {
  for (let next = 1; ; next++) {
    try {
      await writeFile(path.join(FOLDER, String(next)), '', { flag: 'wx' })
      return String(next)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** Asks so many questions at once, and counts the messages with them and with their answers. */
async function ask(questions: number): Promise<{ answered: number; sent: number; received: number }> {
  let [sent, received] = [0, 0]
  const send = process.send?.bind(process) as (...message: unknown[]) => boolean
  process.send = (...message: unknown[]) => {
    sent++
    return send(...message)
  }
  process.on('message', () => received++)
  const turns = Array.from({ length: questions }, (_, index) => first.shared.takeTurn(`turn ${index}`))
  const answered = (await Promise.all(turns)).length
  return { answered, sent, received }
}
