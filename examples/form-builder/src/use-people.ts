import { shallow, useOthersMapped } from "@weft/react";
import { readVisitor } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import { readChoice } from "@weft/example-shared/read-values";
import { tabs } from "./room-types.ts";
import type { Tab } from "./room-types.ts";

export interface Person {
  readonly id: number;
  readonly visitor: Visitor;
  readonly tab: Tab;
  /** The question that they are editing. */
  readonly question: string | null;
}

const tabNames = Object.keys(tabs) as readonly Tab[];

/** Where the others are. */
export function usePeople(): readonly Person[] {
  return useOthersMapped(({ presence }) => presence, shallow).map(([id, { visitor, tab, question }]) => ({
    id,
    visitor: readVisitor(visitor),
    tab: readChoice(tab, tabNames, "edit"),
    question: typeof question === "string" ? question : null,
  }));
}
