export type SearchCase = Readonly<{ kind: string; typed: string; meant: string }>

/** Cases by class, each `typed = meant`, separated by a comma with a space or line behind it. */
export const readCases = (classes: Readonly<Record<string, string>>): readonly SearchCase[] =>
  Object.entries(classes).flatMap(([kind, text]) =>
    text.split(/,\s+/).map((one) => {
      const [typed = '', meant = ''] = one.split(' = ')
      return { kind, typed: typed.trim(), meant: meant.trim() }
    }),
  )
