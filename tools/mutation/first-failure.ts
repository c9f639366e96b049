import { configureGlobal, readConfigureGlobal } from 'fast-check'

/**
 * That a change is noticed is all that counts: to look for the smallest input that shows it takes a hundred times as
 * long. A change that no test notices pays for all inputs of every property: after a second the rest are left out.
 */
configureGlobal({ ...readConfigureGlobal(), endOnFailure: true, interruptAfterTimeLimit: 1_000 })
