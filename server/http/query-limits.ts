import { type DocumentNode, type FragmentDefinitionNode, Kind, parse, type SelectionSetNode } from 'graphql'

/** What a document may cost before it is validated (threats 19 and 39). Our own largest uses less than a tenth. */
const limits = { characters: 8_000, tokens: 800, depth: 6, selections: 200, directives: 10 } as const

/** What the route must know of a document. */
export type DocumentInfo = {
  /** The one root field. */
  rootField: string
  operation: 'query' | 'mutation'
}

/** Root fields that tell the schema, for development only (threat 40). */
const INTROSPECTION = new Set(['__schema', '__type'])

/**
 * Reads a document within the limits: one operation, one root field, bounded depth and selections with every fragment
 * counted wherever it is spread. Null when it does not keep to them, asks for the schema where `introspection` is off, or
 * cannot be parsed.
 */
export function inspectDocument(source: string, introspection: boolean): DocumentInfo | null {
  if (source.length > limits.characters) return null
  try {
    const info = inspect(parse(source, { maxTokens: limits.tokens, noLocation: true }))
    return info && (introspection || !INTROSPECTION.has(info.rootField)) ? info : null
  } catch {
    return null
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
  if (operation.directives?.length) return null
  const fields = operation.selectionSet.selections
  const root = fields.filter((field) => !(field.kind === Kind.FIELD && field.name.value === '__typename'))
  const only = root[0]
  if (root.length !== 1 || only?.kind !== Kind.FIELD || fields.length > 2) return null
  if (!isWithinLimits(operation.selectionSet, fragments)) return null
  return { rootField: only.name.value, operation: operation.operation }
}

function isWithinLimits(root: SelectionSetNode, fragments: Map<string, FragmentDefinitionNode>): boolean {
  let selections = 0
  let directives = 0
  const visit = (set: SelectionSetNode, depth: number): boolean => {
    if (depth > limits.depth) return false
    for (const node of set.selections) {
      directives += node.directives?.length ?? 0
      if (++selections > limits.selections || directives > limits.directives) return false
      // A spread counts as a level, so a cycle of fragments ends at the depth limit.
      const inner =
        node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value)?.selectionSet : node.selectionSet
      if (inner && !visit(inner, depth + 1)) return false
    }
    return true
  }
  return visit(root, 1)
}
