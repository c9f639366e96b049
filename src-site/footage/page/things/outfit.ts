import { paint } from '../render/colour.ts'
import type { Vec3 } from '../render/vector.ts'

/** How a person looks. Colours are linear light. */
export interface Outfit {
  readonly heightM: number
  /** 1 is average. */
  readonly build: number
  readonly skin: Vec3
  readonly hair: Vec3
  readonly hairStyle: 'short' | 'long' | 'bun' | 'cap' | 'helmet' | 'hood'
  readonly top: Vec3
  readonly sleeves: Vec3
  readonly legs: Vec3
  readonly shoes: Vec3
  readonly cut: 'jacket' | 'coat' | 'skirt'
  /** A warning vest over the top. */
  readonly vest?: Vec3
  readonly bag?: 'backpack' | 'shoulder' | 'briefcase'
  readonly bagColour?: Vec3
}

const skins = ['#f0cdb4', '#e3b795', '#c99571', '#8f5f43', '#5f3f2e', '#edc4a6'].map(paint)
const hairs = ['#2a211c', '#473226', '#6d4f34', '#1b1a1c', '#9c7b52', '#8d8a86'].map(paint)
const tops = [
  '#2d3e55',
  '#5d6b78',
  '#7b3f3c',
  '#3f5b48',
  '#c8c2b4',
  '#24272c',
  '#8a6f4e',
  '#4a5f86',
  '#b7bec6',
  '#6c4a63',
  '#a3553f',
  '#33575e',
].map(paint)
const trousers = ['#23283a', '#2f3033', '#4b4f57', '#6d6250', '#1d2026', '#3c4a63'].map(paint)
const bags = ['#20242a', '#54402f', '#39495b', '#6f2f2f'].map(paint)

/** Somebody in ordinary clothes. */
export function anybody(random: () => number): Outfit {
  const pick = <Item>(list: readonly Item[], fallback: Item): Item =>
    list[Math.floor(random() * list.length)] ?? fallback
  const white: Vec3 = [0.8, 0.8, 0.8]
  const top = pick(tops, white)
  const cut = pick(['jacket', 'jacket', 'jacket', 'coat', 'skirt'] as const, 'jacket')
  const hairStyle = pick(['short', 'short', 'long', 'bun', 'short', 'cap'] as const, 'short')
  const bag = pick(['backpack', 'shoulder', undefined, undefined, 'briefcase'] as const, undefined)
  return {
    heightM: 1.62 + random() * 0.26,
    build: 0.92 + random() * 0.2,
    skin: pick(skins, white),
    hair: pick(hairs, white),
    hairStyle,
    top,
    sleeves: random() < 0.75 ? top : pick(tops, white),
    legs: pick(trousers, white),
    shoes: paint('#1c1b1b'),
    cut,
    ...(bag === undefined ? {} : { bag, bagColour: pick(bags, white) }),
  }
}

/** Somebody who works in the yard or the warehouse. */
export function worker(random: () => number, vest = '#e9e23a'): Outfit {
  const { bag: _bag, ...person } = anybody(random)
  return {
    ...person,
    cut: 'jacket',
    hairStyle: random() < 0.6 ? 'helmet' : 'short',
    hair: random() < 0.5 ? paint('#f2f2ee') : paint('#e8b02c'),
    top: paint('#2c3440'),
    sleeves: paint('#2c3440'),
    legs: paint('#333b47'),
    vest: paint(vest),
  }
}

/** Somebody in the clothes of the house. */
export function staff(random: () => number, colour = '#27506b'): Outfit {
  const { bag: _bag, ...person } = anybody(random)
  return { ...person, cut: 'jacket', top: paint(colour), sleeves: paint(colour), legs: paint('#23262c') }
}
