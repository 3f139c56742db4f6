/** A line of a chart: its name and its values, one for each minute given. */
export type Line = Readonly<{ name: string; values: readonly number[] }>
export type Chart = Readonly<{ title: string; lines: readonly Line[] }>

const [WIDTH, HEIGHT, LEFT, GAP] = [760, 150, 48, 44]
/** Distinguishable without red and green, on white and on black. */
const COLORS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00']

/** Charts below each other as an SVG, each from 0 to its largest value; `minutes` are those of the values. */
export function draw(minutes: readonly number[], charts: readonly Chart[]): string {
  const end = minutes.at(-1) ?? 1
  const height = charts.length * (HEIGHT + GAP) + 8
  const body = charts.map((chart, index) => drawChart(chart, minutes, end, index * (HEIGHT + GAP) + GAP - 12))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
${body.join('\n')}
</svg>
`
}

function drawChart({ title, lines }: Chart, minutes: readonly number[], end: number, top: number): string {
  const most = Math.max(1, ...lines.flatMap(({ values }) => values))
  const x = (minute: number) => (LEFT + (minute / end) * (WIDTH - LEFT - 8)).toFixed(1)
  const y = (value: number) => (top + HEIGHT - (value / most) * HEIGHT).toFixed(1)
  const names = lines.map(({ name }, index) => `<tspan fill="${COLORS[index % COLORS.length]}" dx="10">${name}</tspan>`)
  const drawn = lines.map(({ values }, index) => {
    const points = values.map((value, at) => `${x(minutes[at] ?? 0)},${y(value)}`).join(' ')
    return `<polyline points="${points}" fill="none" stroke="${COLORS[index % COLORS.length]}" stroke-width="1.5"/>`
  })
  return `<text x="${LEFT}" y="${top - 6}"><tspan font-weight="bold">${title}</tspan>${names.join('')}</text>
<path d="M${LEFT} ${top}V${top + HEIGHT}H${WIDTH - 8}" fill="none" stroke="#999"/>
<text x="${LEFT - 6}" y="${top + 8}" text-anchor="end">${Number(most.toPrecision(3))}</text>
<text x="${LEFT - 6}" y="${top + HEIGHT}" text-anchor="end">0</text>
<text x="${WIDTH - 8}" y="${top + HEIGHT + 13}" text-anchor="end">${end.toFixed(0)} min</text>
${drawn.join('\n')}`
}
