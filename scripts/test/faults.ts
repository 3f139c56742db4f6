/** A fault, the expected result, and the tests that cause it. */
export type Fault = Readonly<{
  id: string
  fault: string
  expected: string
  /** Seconds at most until the site works again, or as `expected` says. */
  atMost?: number
  files: readonly string[]
  /** A regular expression for the names of those of their tests that belong to it; all by default. */
  only?: string
}>

export const faults: readonly Fault[] = [
  {
    id: 'R1',
    fault: 'the site killed',
    expected: 'nothing lost, nothing half-written, ready in 5 s',
    atMost: 5,
    files: ['tests/faults/killed-application.long.test.ts'],
  },
  {
    id: 'R2',
    fault: 'PostgreSQL stopped at once, its processes killed',
    expected: 'the site lives, 503 meanwhile, works within 1 s once it is up',
    atMost: 1,
    files: ['tests/faults/killed-database.long.test.ts'],
  },
  {
    id: 'R3',
    fault: 'the primary killed, its standby promoted',
    expected: 'nothing lost, writes within 15 s without a restart',
    atMost: 15,
    files: ['tests/faults/failover.long.test.ts'],
  },
  {
    id: 'R4',
    fault: 'the reply to a COMMIT lost',
    expected: 'one row',
    files: ['tests/faults/database-away.long.test.ts'],
    only: 'COMMIT',
  },
  {
    id: 'R5',
    fault: 'the same request twice at once',
    expected: 'one post, the same reply',
    files: ['server/product/posts/writing/add-post.test.ts', 'server/product/comments/add-comment.test.ts'],
    only: 'key',
  },
  {
    id: 'R6',
    fault: 'every connection of the pool taken',
    expected: '503 in time, health answers, works within 1 s once one is free',
    atMost: 1,
    files: ['tests/faults/database-away.long.test.ts'],
    only: 'every connection is taken',
  },
  {
    id: 'R7',
    fault: 'slow senders and slow readers',
    expected: "cut off; 99 of 100 of others' requests in 0.3 s",
    atMost: 0.3,
    files: ['tests/faults/crowded.long.test.ts'],
    only: 'trickle',
  },
  {
    id: 'R8',
    fault: 'the disk full below the pictures',
    expected: 'a sentence, no row, nothing left behind, texts work',
    files: ['tests/faults/full-disk.long.test.ts'],
    only: 'below the pictures',
  },
  {
    id: 'R9',
    fault: 'the disk full below PostgreSQL',
    expected: '503, nothing corrupt once there is room',
    files: ['tests/faults/full-disk.long.test.ts'],
    only: 'below the database',
  },
  {
    id: 'R10',
    fault: 'the mail server away, a worker killed while sending',
    expected: 'queued, sent once, expired ones never',
    files: ['server/platform/mail/mail.test.ts'],
  },
  {
    id: 'R11',
    fault: 'SIGTERM under load',
    expected: 'no request in flight dropped, ended in 10 s',
    atMost: 10,
    files: ['e2e/stop-under-load.long.spec.ts'],
  },
  {
    id: 'R12',
    fault: 'the clock of the site wrong by two hours',
    expected: 'nothing expires early or late',
    files: ['tests/faults/wrong-clock.long.test.ts'],
  },
  {
    id: 'R13',
    fault: 'hostile text in every field',
    expected: 'the same text in NFC, or 4xx',
    files: ['server/product/api/hostile-input.long.test.ts'],
  },
  {
    id: 'R14',
    fault: 'hostile bodies: endless, deep, poisoned, compressed',
    expected: 'refused early, memory grows by less than 30 MB',
    files: ['tests/faults/crowded.long.test.ts'],
    only: 'bodies',
  },
  {
    id: 'R15',
    fault: '10,000 idle connections',
    expected: 'no errors, descriptors back to the baseline, no more memory for a third crowd',
    files: ['tests/faults/crowded.long.test.ts'],
    only: 'idle',
  },
  {
    id: 'R16',
    fault: '500 logins at once',
    expected: 'shed with 503, 99 of 100 reads in 1 s',
    atMost: 1,
    files: ['tests/faults/crowded.long.test.ts'],
    only: 'logins',
  },
  {
    id: 'R17',
    fault: 'two instances migrate an empty database at once',
    expected: 'each migration once, one finishes when the other is killed',
    files: ['tests/faults/start-at-once.long.test.ts'],
  },
  {
    id: 'R18',
    fault: 'an old and a new release at once',
    expected: 'without migrations no error; with them the new one waits for the old one',
    files: [
      'tests/faults/load-balancer.long.test.ts',
      'tests/faults/update.long.test.ts',
      'server/platform/database/migrations.test.ts',
    ],
    only: 'older instance|three instances',
  },
  {
    id: 'R19',
    fault: 'half an hour of a town',
    expected: 'memory, descriptors and connections level',
    files: [],
  },
  {
    id: 'R20',
    fault: 'backup, wipe, restore',
    expected: 'equals the ledger',
    files: ['tests/faults/backup.long.test.ts'],
  },
  {
    id: 'R21',
    fault: 'the image process killed during an upload',
    expected: 'a clear sentence, the next upload works',
    files: ['tests/faults/killed-image-process.long.test.ts'],
  },
  {
    id: 'R22',
    fault:
      'Patroni: the machine of the primary killed, frozen, cut off, its PostgreSQL killed, its disk full, switched over',
    expected: 'writes again within 15 s, nothing lost, members read on, no restart, the machine comes back',
    atMost: 15,
    files: ['tests/faults/patroni.long.test.ts'],
  },
  {
    id: 'S',
    fault: 'the database keeps its connections and says nothing',
    expected: '503 in time, readiness false in 2 s, works within 5 s once it answers again',
    atMost: 5,
    files: ['tests/faults/database-away.long.test.ts'],
    only: 'without a word',
  },
  {
    id: 'U',
    fault: 'an update from commit f71113f9',
    expected: 'the same rows and pictures, the tables of a fresh site',
    files: ['tests/faults/former-release.long.test.ts'],
  },
  {
    id: 'W',
    fault: 'an update taken back by docs/operations.md',
    expected: 'the rows of before it, every picture, and the release before goes on',
    files: ['tests/faults/way-back.long.test.ts'],
  },
]
