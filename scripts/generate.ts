import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as operations from '@graphql-codegen/typescript-operations'
import { buildSchema, parse } from 'graphql'

/**
 * Writes the types of both sides from contract/schema.graphql and the documents in web/, and the list of these
 * documents; with `--check` it writes nothing and exits 1 when a file differs.
 */
const schemaText = readFileSync('contract/schema.graphql', 'utf8')
const schema = parse(schemaText)
const schemaAst = buildSchema(schemaText)
const scalars = { ID: { input: 'string', output: 'string' } }

const schemaTypes = await codegen({
  filename: 'contract/schema.gen.ts',
  schema,
  schemaAst,
  documents: [],
  config: {},
  plugins: [{ typescript: { scalars, enumsAsTypes: true, useTypeImports: true, skipTypename: true } }],
  pluginMap: { typescript },
})

const sources = globSync('web/**/*.{ts,tsx}')
  .sort()
  .flatMap((location) =>
    [...readFileSync(location, 'utf8').matchAll(/\/\* GraphQL \*\/ `([^`]*)`/g)].map((match) => ({
      location,
      text: match[1] ?? '',
    })),
  )
const documents = sources.map(({ location, text }) => ({ location, document: parse(text) }))

const operationTypes = await codegen({
  filename: 'contract/operations.gen.ts',
  schema,
  schemaAst,
  documents,
  config: {},
  plugins: [{ operations: { scalars, enumsAsTypes: true, skipTypename: true, onlyOperationTypes: true } }],
  pluginMap: { operations },
})

const ownDocuments = `/** The documents that our own pages send, as they send them. */
export const ownDocuments: ReadonlySet<string> = new Set([
${sources.map(({ text }) => `  ${JSON.stringify(text)},\n`).join('')}])
`

const header = '// Written by `npm run generate` from contract/schema.graphql and the documents in web/. Do not edit.\n'
const outputs = {
  'contract/schema.gen.ts': schemaTypes,
  'contract/operations.gen.ts': operationTypes,
  'contract/documents.gen.ts': ownDocuments,
}
for (const [file, body] of Object.entries(outputs)) {
  const text = header + body
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${file} differs from the contract: run \`npm run generate\` and commit the result.`)
    process.exitCode = 1
  }
}
