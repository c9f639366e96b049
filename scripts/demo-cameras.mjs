/** Cameras of the embedded site; the most are as many as the largest grid has tiles. */
export const demoCameras = { usual: 16, most: 36 }
