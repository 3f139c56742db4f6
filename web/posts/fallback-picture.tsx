const plates = [
  { cx: 244, cy: 236, r: 58 },
  { cx: 380, cy: 240, r: 50 },
  { cx: 228, cy: 132, r: 31 },
  { cx: 312, cy: 122, r: 31 },
  { cx: 396, cy: 136, r: 31 },
]

/** Replaces a missing photo: a drawn table in the colours of the theme. `square` shows only the tray. */
export function FallbackPicture({ square = false }: { square?: boolean }) {
  return (
    <svg
      viewBox={square ? '140 22 350 350' : '0 0 640 400'}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="fallback-picture"
    >
      <rect width="640" height="400" className="fb-1" />
      <path d="M0 66h640M0 134h640M0 202h640M0 270h640M0 338h640" className="fb-board" />
      <rect x="158" y="78" width="330" height="258" rx="40" className="fb-shade" opacity=".78" />
      <rect x="150" y="68" width="330" height="258" rx="40" className="fb-2" />
      <rect x="164" y="82" width="302" height="230" rx="29" className="fb-edge" strokeWidth="2.5" opacity=".7" />
      {plates.map((plate) => (
        <Plate key={plate.cx} {...plate} />
      ))}
      <g className="fb-6">
        <circle cx="230" cy="226" r="9" />
        <circle cx="258" cy="226" r="9" />
        <path d="M216 244h24a3 3 0 0 1 3 3v22a3 3 0 0 1-3.2 3A27 27 0 0 1 213 247.2a3 3 0 0 1 3-3.2ZM272 244h-24a3 3 0 0 0-3 3v22a3 3 0 0 0 3.2 3A27 27 0 0 0 275 247.2a3 3 0 0 0-3-3.2Z" />
      </g>
      <g className="fb-5">
        <rect x="513" y="96" width="7" height="214" rx="3.5" />
        <rect x="529" y="96" width="7" height="214" rx="3.5" />
      </g>
      <rect x="559" y="168" width="9" height="142" rx="4.5" className="fb-4" />
      <ellipse cx="563.5" cy="134" rx="19" ry="38" className="fb-plate" strokeWidth="3" />
      <g transform="translate(56 118)">
        <path
          d="M30 10c-15-6-34 4-34 28 0 26 20 38 34 38s34-12 34-38c0-24-19-34-34-28Z"
          className="fb-6"
          opacity=".9"
        />
        <path
          d="M30 15c-6-9-16-9-21-5 5 2 8 7 12 8-2 5-1 9 2 12 2-5 6-8 7-11 1 3 5 6 7 11 3-3 4-7 2-12 4-1 7-6 12-8-5-4-15-4-21 5Z"
          className="fb-5"
        />
      </g>
    </svg>
  )
}

/** The three small dishes hold a dip; of the large ones the rim is visible. */
function Plate({ cx, cy, r }: { cx: number; cy: number; r: number }) {
  return (
    <>
      <circle cx={cx + 5} cy={cy + 9} r={r} className="fb-shade" />
      <circle cx={cx} cy={cy} r={r} className="fb-plate" strokeWidth="3" />
      <circle cx={cx} cy={cy} r={r * 0.76} className="fb-2" opacity=".55" />
      <circle cx={cx} cy={cy} r={r * 0.76} className="fb-edge" strokeWidth="2.5" />
      {r < 40 && <circle cx={cx} cy={cy} r="6.2" className="fb-edge" strokeWidth="3" />}
    </>
  )
}
