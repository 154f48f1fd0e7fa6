import { orderStatuses, sampleOrders } from "./orders.ts";
import type { Order } from "./orders.ts";

/** The orders, kept in this browser. In an application of your own, they are in your database. */
export interface OrderStore {
  readonly read: () => readonly Order[];
  /** Cancels an order, if it is still processing. False if it is not. */
  readonly cancel: (id: string) => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The shop of a suffix. The tabs of a browser share it. */
export function openOrders(suffix: string): OrderStore {
  const key = `weft:orders:${suffix}`;
  const listeners = new Set<() => void>();
  let orders = stored(key) ?? sampleOrders;
  const change = (next: readonly Order[]) => {
    orders = next;
    for (const listener of listeners) listener();
  };
  addEventListener("storage", (event) => {
    if (event.key === key) change(stored(key) ?? sampleOrders);
  });
  return {
    read: () => orders,
    cancel(id) {
      if (orders.find((order) => order.id === id)?.status !== "processing") return false;
      change(orders.map((order) => (order.id === id ? { ...order, status: "cancelled" } : order)));
      try {
        localStorage.setItem(key, JSON.stringify(orders));
      } catch {
        // Storage may be forbidden: the orders then last as long as the page.
      }
      return true;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function stored(key: string): readonly Order[] | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return Array.isArray(value) && value.every(isOrder) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isOrder(value: unknown): value is Order {
  if (typeof value !== "object" || value === null) return false;
  const { id, status } = value as Partial<Order>;
  return typeof id === "string" && orderStatuses.some((known) => known === status);
}
