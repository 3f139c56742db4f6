// What pages need of a number, without the rules by which forms and the server read one.

/** Where a press on the number leads. */
export function telephoneLink(telephone: string): string {
  return `tel:${telephone.replaceAll('-', '')}`
}
