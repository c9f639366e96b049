/** What a camera is called, as a part of a file's name on any system: letters, digits and dashes. */
export function cameraName(camera: { readonly number?: number | undefined; readonly name: string }): string {
  const words = camera.name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
  const number = camera.number === undefined ? 'camera' : `camera-${camera.number}`
  return words === '' ? number : `${number}-${words}`
}
