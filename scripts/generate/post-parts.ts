import { type GraphQLOutputType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql'
import { postFieldNames, postFields } from '#rules/post.ts'

const meanings = {
  row: 'Fields written by the author that every row of a list shows.',
  card: 'Fields that a card adds to those of a row.',
  page: "Fields that a post's page adds to those of a card.",
} as const

/**
 * The parts of documents that name the fields of rules/post.ts: those of a response by where they are `shown`, and how they are
 * `written` by `addPost` and `editPost`. Two files, because every page loads the first, and only forms the second.
 * @throws when the schema lacks a field or an argument
 */
export function postParts(schema: GraphQLSchema): { shown: string; written: string } {
  const fields = schema.getType('Post')
  const mutations = schema.getMutationType()?.getFields()
  const fieldOf = (name: string) =>
    (isObjectType(fields) && fields.getFields()[name]) || missing(`the field ${name} of Post`)
  const argumentOf = (mutation: string, name: string) =>
    mutations?.[mutation]?.args.find((one) => one.name === name) ?? missing(`the argument ${name} of ${mutation}`)
  const shown = Object.entries(meanings).map(([where, meaning]) => {
    const names = postFieldNames.filter((name) => postFields[name].shown === where)
    return part(`${where}Fields`, meaning, names.map((name) => selection(name, fieldOf(name).type)).join(' '))
  })
  const variables = postFieldNames.map((name) => {
    const types = ['addPost', 'editPost'].map((mutation) => String(argumentOf(mutation, name).type))
    if (types[0] !== types[1]) throw new Error(`addPost and editPost differ in the argument ${name}`)
    return `$${name}: ${types[0]}`
  })
  const given = postFieldNames.map((name) => `${name}: $${name}`)
  const written = [
    part('postVariables', "Variables of the form's mutations.", variables.join(', ')),
    part('postArguments', 'Arguments of these mutations, with the values of the variables.', given.join(', ')),
  ]
  return { shown: shown.join(''), written: written.join('') }
}

function part(name: string, meaning: string, text: string): string {
  return `/** ${meaning} */\nexport const ${name} = /* GraphQL */ \`${text}\`\n`
}

/** A field with everything inside of it. */
function selection(name: string, type: GraphQLOutputType): string {
  const inner = getNamedType(type)
  if (!isObjectType(inner)) return name
  const fields = Object.values(inner.getFields()).map((field) => selection(field.name, field.type))
  return `${name} { ${fields.join(' ')} }`
}

function missing(what: string): never {
  throw new Error(`contract/schema.graphql lacks ${what}, which rules/post.ts has`)
}
