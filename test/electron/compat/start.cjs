'use strict'
// The main script of an application that was built for the old Electron: the fills first, then the product.
require('./hold-start.cjs')
require('./main-fill.cjs')
require('./password-store.cjs')
require(process.env.TESSERA_TEST_MAIN)
