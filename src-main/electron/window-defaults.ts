/**
 * A display that is plugged in is announced several times within some 300 ms, and the window manager moves windows
 * about meanwhile (openbox, GNOME): what is done before that is over is undone.
 */
export const DISPLAYS_SETTLE_IN_MS = 500
/** So long after a change of the displays, whoever moves the operator's window is the system and not a hand. */
export const MOVED_BY_SYSTEM_IN_MS = 3_000
