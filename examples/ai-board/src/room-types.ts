import type { LiveList, LiveObject } from "@weft/client";

export const columns = ["To do", "In progress", "Done"] as const;
export type Column = (typeof columns)[number];

export type Card = {
  id: string;
  title: string;
  column: Column;
};

/** A list of cards; an interface of its own, as in the to-do list, for TypeScript 7.0. */
export interface Cards extends LiveList<LiveObject<Card>> {
  clone(): Cards;
}

export const longestTitle = 120;

declare global {
  interface Weft {
    Storage: { cards: Cards };
    UserMeta: { id: string; info: { name: string; color: string; avatar: string } };
  }
}
