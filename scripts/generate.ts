import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as operations from '@graphql-codegen/typescript-operations'
import { buildSchema, type DefinitionNode, Kind, parse } from 'graphql'
import { iconComponents, iconShapes, kindShapes } from './generate/icons.ts'
import { definitionsOf, type OwnDocument, readOwnDocuments } from './generate/own-documents.ts'
import { postParts } from './generate/post-parts.ts'
import { resolverTypes } from './generate/resolver-types.ts'
import { tableTypes } from './generate/table-types.ts'

/**
 * Writes the types of both sides from contract/schema.graphql and the documents in web/, the list of these documents, their
 * parts that name the fields of a post, the types of the tables, and the icons. With `--check` it writes nothing and exits
 * with 1 if a file differs.
 */

const read = (file: string) => readFileSync(file, 'utf8')
const schemaText = read('contract/schema.graphql')
const schema = parse(schemaText)
const schemaAst = buildSchema(schemaText)
const common = { scalars: { ID: { input: 'string', output: 'string' } }, enumsAsTypes: true, skipTypename: true }
const partsOfPosts = postParts(schemaAst)
const ownDocuments = readOwnDocuments(schemaAst, [
  { location: 'contract/shown-fields.gen.ts', text: partsOfPosts.shown },
  { location: 'contract/written-fields.gen.ts', text: partsOfPosts.written },
])

type Plugins = Pick<Parameters<typeof codegen>[0], 'plugins' | 'pluginMap'>

const schemaTypes = await run({
  // The schema documents their meaning.
  plugins: [{ typescript: { ...common, avoidOptionals: { field: true }, disableDescriptions: true } }],
  pluginMap: { typescript },
})

/** Shared fragments, enums and inputs have one type. */
const inParts = {
  inlineFragmentTypes: 'combine',
  importSchemaTypesFrom: '~#contract/schema.gen.ts',
  namespacedImportName: 'c',
}

const operationTypes = await run(
  {
    plugins: [{ operations: { ...common, ...inParts } }],
    pluginMap: { operations },
  },
  definitionsOf(ownDocuments),
)

const header = '// Written by `npm run generate` (scripts/generate.ts). Do not edit.\n'
const outputs = {
  'contract/schema.gen.ts': schemaTypes,
  'contract/operations.gen.ts': `${operationTypes}\n${documentTypes(ownDocuments)}`,
  'contract/documents.gen.ts': documentList(ownDocuments),
  'contract/shown-fields.gen.ts': partsOfPosts.shown,
  'contract/written-fields.gen.ts': partsOfPosts.written,
  'server/product/api/resolvers.gen.ts': resolverTypes(schemaAst),
  'server/platform/database/tables.gen.ts': tableTypes(
    read('server/platform/database/schema.gen.sql'),
    read('server/platform/database/columns.md'),
  ),
  'web/kit/icons.gen.ts': iconComponents(),
  'web/kit/icon-shapes.gen.ts': iconShapes(),
  'web/kit/kind-shapes.gen.ts': kindShapes(),
  'server/product/share/kind-shapes.gen.ts': kindShapes(),
}
for (const [file, body] of Object.entries(outputs)) {
  const text = header + body
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${file} differs from what it is made of: run \`npm run generate\` and commit the result.`)
    process.exitCode = 1
  }
}

function run({ plugins, pluginMap }: Plugins, definitions: DefinitionNode[] = []): Promise<string> {
  const documents = definitions.map((node) => ({ document: { kind: Kind.DOCUMENT, definitions: [node] } as const }))
  return codegen({ filename: '', schema, schemaAst, documents, config: {}, plugins, pluginMap })
}

/** The types of each document by its text, for `graphql()` in web/graphql.ts. */
function documentTypes(documents: readonly OwnDocument[]): string {
  const lines = documents.map(({ name, kind, text }) => {
    const type = capitalized(name) + capitalized(kind)
    return `  ${JSON.stringify(text)}: { data: ${type}; variables: ${type}Variables }\n`
  })
  const names = documents.map(({ name, kind }) => {
    const type = capitalized(name) + capitalized(kind)
    return `  ${name}: { data: ${type}; variables: ${type}Variables }\n`
  })
  return `/** Types of the documents that our own pages send, by the text of the document. */
export type DocumentTypes = {
${lines.join('')}}

/** The same types, by the name of the operation. */
export type OperationTypes = {
${names.join('')}}
`
}

function documentList(documents: readonly OwnDocument[]): string {
  return `/** The documents that our own pages send, as they send them. */
export const ownDocuments: ReadonlySet<string> = new Set([
${documents.map(({ text }) => `  ${JSON.stringify(text)},\n`).join('')}])
`
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
