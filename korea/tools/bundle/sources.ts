/** A row of korea-gazetteer.json. Levels: 1 시도, 2 시군구, 3 법정동, 4 행정동. Positions are degrees. */
export type Area = [level: number, address: string, lat: number, lng: number, code: string]

/** A row of korea-places.json; `lines` has a station's lines separated by commas and is empty for other places. */
export type Place = [name: string, category: string, address: string, lat: number, lng: number, lines: string]

/** An entry of korea/metro-lines.json. */
export type MetroLine = {
  /** Its common name, as in the bundle. */
  name: string
  /** The operator's own colour. */
  color: string
  /** Names of the parts of this line in the public data. */
  tags: string[]
  /** Station names without 역, in order, separated by spaces. A loop ends with its first station. */
  routes: string[]
}

/** The rows of a file `{fields, rows}`. */
export function readRows<Row>(text: string): Row[] {
  return (JSON.parse(text) as { rows: Row[] }).rows
}
