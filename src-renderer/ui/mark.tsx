/** The mark of the application: a mosaic whose lit stone is the tile that one looks at. Same drawing as `resources/icons/icon.svg`. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 64 64" aria-hidden focusable="false">
      <rect x="6" y="6" width="24" height="24" rx="4" className="mark-stone" />
      <rect x="34" y="6" width="24" height="24" rx="4" className="mark-stone" />
      <rect x="6" y="34" width="24" height="24" rx="4" className="mark-stone" />
      <rect x="34" y="34" width="24" height="24" rx="4" className="mark-lit" />
    </svg>
  )
}
