// What pages need of a number, without the rules by which forms and the server read one.

/** Where a press on the number leads. */
export function telephoneLink(telephone: string): string {
  return `tel:${telephone.replaceAll('-', '')}`
}

/** As people abroad dial it: '+82-2-345-6789'. Numbers of the whole country have no such form. */
export function internationalTelephone(telephone: string): string {
  return telephone.replace(/^0/, '+82-')
}
