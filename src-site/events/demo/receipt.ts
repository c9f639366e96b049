import { between, countOf, type Draw, pick } from '../../demo/seeded-random.ts'

type Goods = readonly [name: string, cents: number]

const goods: readonly [Goods, ...Goods[]] = [
  ['Milk 1 l', 119],
  ['Butter 250 g', 229],
  ['Eggs, 10', 289],
  ['Rye bread', 349],
  ['Rolls, 6', 198],
  ['Bananas 1 kg', 179],
  ['Apples 1 kg', 249],
  ['Tomatoes 500 g', 219],
  ['Cucumber', 89],
  ['Potatoes 2 kg', 299],
  ['Onions 1 kg', 129],
  ['Rice 1 kg', 229],
  ['Spaghetti 500 g', 99],
  ['Olive oil 0.75 l', 899],
  ['Coffee 500 g', 699],
  ['Green tea, 20', 249],
  ['Orange juice 1 l', 239],
  ['Mineral water 1.5 l', 69],
  ['Beer 0.5 l', 129],
  ['Wheat beer 0.5 l', 139],
  ['Red wine 0.75 l', 549],
  ['Crème fraîche', 129],
  ['Gouda, sliced', 259],
  ['Yoghurt, 4', 199],
  ['Chicken breast 400 g', 549],
  ['Minced beef 500 g', 499],
  ['Salmon fillet 250 g', 649],
  ['Frozen pizza', 299],
  ['Chocolate 100 g', 149],
  ['Crisps 175 g', 199],
  ['Toothpaste', 179],
  ['Washing powder', 799],
  ['Kitchen paper, 4', 279],
  ['Batteries AA, 8', 599],
  ['Daily paper', 320],
]

export interface Receipt {
  /** EUR. */
  readonly amount: number
  readonly items: number
  readonly card: boolean
  readonly void: boolean
  /** A line an article, as printed. */
  readonly text: string
}

export function receipt(draw: Draw): Receipt {
  // A restaurant buys for its kitchen.
  const isWholesale = draw() < 0.08
  const [fewest, most] = isWholesale ? [8, 30] : [2, 6]
  const lines = 1 + countOf(3.5, draw)
  const bought = Array.from({ length: lines }, () => ({
    article: pick(goods, draw),
    pieces: !isWholesale && draw() < 0.75 ? 1 : between(fewest, most, draw),
  }))
  const cents = bought.reduce((sum, { article, pieces }) => sum + article[1] * pieces, 0)
  return {
    amount: cents / 100,
    items: bought.reduce((sum, { pieces }) => sum + pieces, 0),
    card: draw() < 0.68,
    void: draw() < 0.012,
    text: bought
      .map(
        ({ article: [name, price], pieces }) => `${pieces} x ${name}  ${((price * pieces) / 100).toFixed(2)}`,
      )
      .join('\n'),
  }
}
