import { CameraNumbersForm } from './camera-numbers-form.tsx'
import { CameraImport } from './platform/camera-import.tsx'
import { useSession, useWall } from './services.ts'

/** Which cameras there are and which number is which: the platform only proposes, the operators decide. */
export function CamerasPanel() {
  const listing = useSession((session) => session.connection.findings.cameraList?.verdict)
  const isEmpty = useWall((wall) => wall.cameras.length === 0)
  return (
    <>
      {isEmpty ? (
        <p className="window-note">
          {listing === 'absent'
            ? 'This platform does not list its cameras. Give the wall a list of them here.'
            : 'The platform has named no cameras yet.'}
        </p>
      ) : (
        <CameraNumbersForm />
      )}
      <CameraImport />
    </>
  )
}
