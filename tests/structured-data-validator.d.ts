/** The part of the validator that tests use; it has no types of its own. */
declare module '@adobe/structured-data-validator' {
  export type Fault = { rootType: string; issueMessage: string; severity: 'ERROR' | 'WARNING'; fieldNames?: string[] }
  export default class Validator {
    /** @param found the structured data of a page, by the type of each root */
    validate(found: { jsonld: Partial<Record<string, unknown[]>> }): Promise<Fault[]>
  }
}
