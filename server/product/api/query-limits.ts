import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql'

/** Limits of a document, checked before its validation. Documents of our pages use at most half of the selections. */
const limits = {
  bytes: 8_000,
  tokens: 800,
  depth: 9,
  selections: 200,
  directives: 10,
  /** Names (aliases) of one field within an object: below the root another name only repeats the value. */
  names: 2,
  reads: 5,
  /** Values within lists of a response, which are completed without yielding. The largest page has a third of it. */
  listed: 60_000,
} as const

export type DocumentInfo = {
  operation: 'query' | 'mutation'
  rootFields: readonly string[]
  selections: number
}

/** A document that is not GraphQL, not of our schema, or beyond the limits. */
export class DocumentError extends Error {
  readonly reason: 'malformed' | 'beyond limits'

  constructor(reason: DocumentError['reason']) {
    super(`the document is ${reason}`)
    this.reason = reason
  }
}

/** Accepts one operation, with up to five root fields of a query or one of a mutation. @throws {DocumentError} */
export function parseDocument(source: string): { document: DocumentNode; info: DocumentInfo } {
  if (Buffer.byteLength(source) > limits.bytes) throw new DocumentError('beyond limits')
  const document = parseTokens(source)
  const info = inspect(document)
  if (!info) throw new DocumentError('beyond limits')
  return { document, info }
}

function parseTokens(source: string): DocumentNode {
  try {
    return parse(source, { maxTokens: limits.tokens, noLocation: true })
  } catch (error) {
    // The parser has no error type for too many tokens.
    const isTooLong = error instanceof Error && error.message.includes('tokens')
    throw new DocumentError(isTooLong ? 'beyond limits' : 'malformed')
  }
}

function inspect(document: DocumentNode): DocumentInfo | null {
  const fragments = new Map<string, FragmentDefinitionNode>()
  const operations = []
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
    else if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition)
    else return null
  }
  const operation = operations[0]
  if (operations.length !== 1 || !operation || operation.operation === 'subscription') return null
  const walk = new Walk(fragments)
  if (!walk.visit(operation.selectionSet, '', 1)) return null
  const { rootFields, selections } = walk
  if (rootFields.length > (operation.operation === 'mutation' ? 1 : limits.reads)) return null
  return { operation: operation.operation, rootFields, selections }
}

class Walk {
  readonly rootFields: string[] = []
  selections = 0
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #names = new Map<string, Set<string>>()
  #directives = 0

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#fragments = fragments
  }

  /** Returns false beyond the limits; `path` is that of the selected object, '' for the root. */
  visit(set: SelectionSetNode, path: string, depth: number): boolean {
    if (depth > limits.depth) return false
    for (const node of set.selections) {
      this.#directives += node.directives?.length ?? 0
      if (++this.selections > limits.selections || this.#directives > limits.directives) return false
      if (node.kind === Kind.FIELD) {
        const name = node.alias?.value ?? node.name.value
        if (path === '') this.#addRoot(node.name.value)
        else if (!this.#addName(`${path}.${node.name.value}`, name)) return false
        if (node.selectionSet && !this.visit(node.selectionSet, `${path}.${name}`, depth + 1)) return false
      } else {
        // A spread counts as a level, so a cycle of fragments ends at the depth limit.
        const inner =
          node.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(node.name.value)?.selectionSet : node.selectionSet
        if (inner && !this.visit(inner, path, depth + 1)) return false
      }
    }
    return true
  }

  #addRoot(field: string): void {
    if (field !== '__typename') this.rootFields.push(field)
  }

  #addName(field: string, name: string): boolean {
    const names = this.#names.get(field) ?? new Set()
    this.#names.set(field, names.add(name))
    return names.size <= limits.names
  }
}

type Fragments = GraphQLResolveInfo['fragments']

/** Limits how many values the lists of one response have in all. */
export class ListBudget {
  #left: number = limits.listed

  /** Call it before a list is resolved. @throws {DocumentError} when the budget is spent */
  require(): void {
    if (this.#left < 0) throw new DocumentError('beyond limits')
  }

  /** Subtracts all fields of each item of a list. @throws {DocumentError} when the budget is spent */
  spend(items: number, { fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>): void {
    const fields = fieldNodes.reduce((sum, node) => sum + fieldsOf(node, fragments), 0)
    this.#left -= items * Math.max(1, fields)
    this.require()
  }
}

const knownFields = new WeakMap<FieldNode, number>()

function fieldsOf(node: FieldNode, fragments: Fragments): number {
  const known = knownFields.get(node)
  if (known !== undefined) return known
  const fields = countFields(node.selectionSet, fragments)
  knownFields.set(node, fields)
  return fields
}

function countFields(set: SelectionSetNode | undefined, fragments: Fragments): number {
  let count = 0
  for (const node of set?.selections ?? []) {
    if (node.kind === Kind.FIELD) count += 1 + fieldsOf(node, fragments)
    else if (node.kind === Kind.INLINE_FRAGMENT) count += countFields(node.selectionSet, fragments)
    else count += countFields(fragments[node.name.value]?.selectionSet, fragments)
  }
  return count
}
