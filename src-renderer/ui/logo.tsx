/** The application's logo: a mosaic whose lit stone is the selected tile. Same drawing as `resources/icons/icon.svg`. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 64 64" aria-hidden focusable="false">
      <rect x="6" y="6" width="24" height="24" rx="4" className="logo-stone" />
      <rect x="34" y="6" width="24" height="24" rx="4" className="logo-stone" />
      <rect x="6" y="34" width="24" height="24" rx="4" className="logo-stone" />
      <rect x="34" y="34" width="24" height="24" rx="4" className="logo-lit" />
    </svg>
  )
}
