/** The cards to vote with. All but `?`, which is no estimate, are in ascending order. */
export const decks = {
  fibonacci: { name: "Fibonacci", cards: ["0", "1", "2", "3", "5", "8", "13", "21", "34", "?"] },
  powers: { name: "Powers of two", cards: ["0", "1", "2", "4", "8", "16", "32", "64", "?"] },
  sizes: { name: "T-shirt sizes", cards: ["XS", "S", "M", "L", "XL", "XXL", "?"] },
} as const satisfies Record<string, { readonly name: string; readonly cards: readonly string[] }>;

export type DeckName = keyof typeof decks;

export const deckNames = Object.keys(decks) as readonly DeckName[];

/** The cards that are estimates. */
export function estimatesOf(deck: DeckName): readonly string[] {
  return decks[deck].cards.filter((card) => card !== "?");
}

export function isCardOf(deck: DeckName, card: string): boolean {
  return (decks[deck].cards as readonly string[]).includes(card);
}
