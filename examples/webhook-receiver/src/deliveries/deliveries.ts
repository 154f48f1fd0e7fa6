import { keyOf } from "../receiver/delivery.ts";
import type { Delivery } from "../receiver/delivery.ts";
import type { SignedRequest } from "../receiver/verify.ts";

/** What the receiver of a room has received, newest first. */
export interface Deliveries {
  readonly list: readonly Delivery[];
  /** Whether new ones arrive. */
  readonly isLive: boolean;
  /** The URL of the endpoint, once it is known. */
  readonly url: string | undefined;
  /** Sends the receiver a request that does not come from Weft. */
  readonly send: (request: SignedRequest) => void;
}

const deliveriesShown = 60;

/** A request that comes again, because the page reconnected or Weft sent it again, is listed once. */
export function withDelivery(list: readonly Delivery[], delivery: Delivery): readonly Delivery[] {
  const key = keyOf(delivery);
  if (list.some((known) => keyOf(known) === key)) return list;
  // They may arrive out of order: several are under way at once.
  return [...list, delivery]
    .toSorted((one, other) => other.receivedAt.localeCompare(one.receivedAt))
    .slice(0, deliveriesShown);
}
