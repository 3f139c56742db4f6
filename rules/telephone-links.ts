// Links of telephone numbers for pages. The rules by which forms and the server read numbers are in `telephone.ts`.

/** URL that calls the number. */
export function telephoneLink(telephone: string): string {
  return `tel:${telephone.replaceAll('-', '')}`
}
