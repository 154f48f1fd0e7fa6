import type { LiveList, LiveObject } from "@weft/client";
import type { Visitor } from "@weft/example-shared";

export const metrics = { revenue: "Revenue", orders: "Orders", visitors: "Visitors" } as const;
export type Metric = keyof typeof metrics;

export const regions = {
  europe: "Europe",
  northAmerica: "North America",
  asiaPacific: "Asia-Pacific",
  latinAmerica: "Latin America",
} as const;
export type Region = keyof typeof regions;

/** The range of dates and the metric. Dates are texts such as `2026-09-30`, inclusive. */
export type StoredFilters = { from: string; to: string; metric: Metric };

/** Whether each region is included. They are separate keys: two people who toggle two regions never collide. */
export type StoredRegions = Record<Region, boolean>;

export const cardIds = ["figures", "trend", "weekdays", "channels", "countries"] as const;
export type CardId = (typeof cardIds)[number];

/** A card of the layout. Its place is its position in the list. */
export type StoredCard = { id: CardId; isHidden: boolean };

/**
 * The layout. Simply `LiveList<LiveObject<StoredCard>>`, but TypeScript 7.0 (unlike 5.9) then takes the SDK's `LiveList` to be
 * invariant and refuses it as Storage; an interface of its own is compared member by member, and accepted.
 */
export interface Cards extends LiveList<LiveObject<StoredCard>> {
  clone(): Cards;
}

/** A part of the page where others see that you are: a filter or a card. */
export type Area = "dates" | "regions" | "metric" | CardId;

declare global {
  interface Weft {
    Presence: {
      visitor: Visitor;
      /** The part of the page that this person is using. */
      area: Area | null;
      /** What this person points at there: a date, a weekday, a channel or a country. */
      point: string | null;
      /** The card that this person is dragging. */
      moving: CardId | null;
    };
    Storage: {
      filters: LiveObject<StoredFilters>;
      regions: LiveObject<StoredRegions>;
      cards: Cards;
    };
  }
}
