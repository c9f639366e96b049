/** Letters that Unicode does not decompose, and what people without a key for them type. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ſ: 's',
  ς: 'σ',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
}

/**
 * Accents, and the points of Arabic and Hebrew that people leave out. Other marks are vowels (Devanagari, Thai) or make
 * another letter (kana): they count. Written for `u`: the flag `v` is not known to every engine that this runs in.
 */
const accents =
  /(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]/gu

/**
 * What `contains`, `startsWith`, `eq` and `ne` of a text compare (assumption 21): neither case nor accents count.
 * The site searches by it, the wall tells by it which of the events that arrive belong to a search. The site stores what it
 * returns: a change needs a migration that folds the stored texts again.
 */
export function foldText(text: string): string {
  // Lower case first: it turns some letters into a letter and a mark.
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(accents, '')
    .replaceAll(/[ßſςıłøđðħŧþæœ]/g, (letter) => plainLetters[letter] ?? letter)
}
