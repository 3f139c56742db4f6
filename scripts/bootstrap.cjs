'use strict'

// Any Node can read this file, also one without modules. The other files need this version or a newer one; Debian 12 has it.
const OLDEST = 18

if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  console.error(
    `This needs Node ${OLDEST} or newer to install its own Node 24, and this is Node ${process.versions.node}: https://nodejs.org/en/download`,
  )
  process.exit(1)
}
require('./bootstrap/import.cjs')
