import { useState } from 'react'
import { t } from '../../language/language.ts'
import { isOnWall, tileOf } from '../../wall/wall-document.ts'
import { useServices, useWall } from '../services.ts'

/** The tile that was selected when the window was opened: a salvo of all monitors may select another one meanwhile. */
export function useOpenedTile() {
  const { wall, session } = useServices()
  const [tile] = useState(() => wall.getState().document.selected)
  const content = useWall(({ document }) => tileOf(document, tile).content)
  /** Notifies the operator when it is not. */
  const isThere = () => {
    const { document } = wall.getState()
    if (isOnWall(document, tile)) return true
    const count = document.layout.cells.length
    session.actions.notify(t('keyboard.entry.noTile', { tile: tile + 1, count }))
    return false
  }
  return { tile, content, isThere }
}
