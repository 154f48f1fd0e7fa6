import type { Visitor } from "@weft/example-shared";

/** A place on the canvas as fractions of its sides, so that a phone and a wide screen mean the same place. */
export type Place = {
  readonly x: number;
  readonly y: number;
};

/** What moves a cursor decides what the others see: an arrow, a fingertip, or a ring. */
export type Pointer = "mouse" | "touch" | "keyboard";

export type Cursor = Place & { readonly pointer: Pointer };

export const reactionKinds = ["heart", "smile", "star", "flame", "bolt"] as const;
export type ReactionKind = (typeof reactionKinds)[number];

declare global {
  interface Weft {
    Presence: {
      visitor: Visitor;
      /** `null` while the pointer is not on the canvas. */
      cursor: Cursor | null;
    };
    RoomEvent: { type: "reaction"; kind: ReactionKind; place: Place };
  }
}
