import type { Arrow, Step } from "./room-types.ts";

/** What a new chart begins with: how an order is handled. */
export const sampleSteps: Readonly<Record<string, Step>> = {
  order: { label: "Order placed", x: 0, y: 0 },
  payment: { label: "Check the payment", x: 0, y: 110 },
  pack: { label: "Pack the parcel", x: 0, y: 220 },
  send: { label: "Send it", x: 0, y: 330 },
};

export const sampleArrows: Readonly<Record<string, Arrow>> = {
  "order-payment": { from: "order", to: "payment" },
  "payment-pack": { from: "payment", to: "pack" },
  "pack-send": { from: "pack", to: "send" },
};
