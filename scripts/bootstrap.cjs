'use strict'

// Any Node can read this file, also one that knows no modules. Those of the others need this one, which Debian 12 has.
const OLDEST = 18

if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  console.error(
    `This needs Node ${OLDEST} or newer to install its own Node 24, and this is Node ${process.versions.node}: https://nodejs.org/en/download`,
  )
  process.exit(1)
}
require('./bootstrap/import.cjs')
