import { configureGlobal, readConfigureGlobal } from 'fast-check'

/** That a change is noticed is all that counts: to look for the smallest input that shows it takes a hundred times as long. */
configureGlobal({ ...readConfigureGlobal(), endOnFailure: true })
