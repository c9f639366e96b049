import config from '../../../../electron.vite.config.ts'

// The page is built and tested elsewhere; without it this takes a second.
export default { ...config, renderer: undefined }
