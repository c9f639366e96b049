import { createElement, Fragment, type ReactNode } from 'react'
import type { Tag } from '../../resources/languages/parameters.ts'
import { formatOf, type Key, type ValuesOf } from '../language/language.ts'

type Rich<Values> = {
  readonly [Name in keyof Values]: Values[Name] extends Tag
    ? (parts: ReactNode[]) => ReactNode
    : Values[Name] | ReactNode
}

/** A sentence with elements in it: values for its parameters, and for its tags functions from content to element. */
export function rich<K extends Key>(key: K, values: Rich<Extract<ValuesOf<K>[0], object>>): ReactNode {
  const parts = formatOf(key).format<ReactNode>(values as Record<string, ReactNode>)
  return createElement(Fragment, null, ...(Array.isArray(parts) ? parts : [parts]))
}
