import { createClient } from "@weft/client";
import type { Json } from "@weft/protocol/types";
import { getYjsProviderForRoom } from "@weft/yjs";
import * as Y from "yjs";
import { request } from "../../api/request.ts";

/** What everyone in the room knows of a connection, beside the name in its token. */
export type NotePresence = {
  /** The caret, as a position relative to the letters around it: JSON of Yjs. Null where there is none. */
  readonly caret: Json;
  readonly isScripted: boolean;
};

/** One client in the room of the document, with a copy of the document. */
export interface NoteSeat extends Disposable {
  readonly userId: string;
  readonly room: ReturnType<typeof enter>["room"];
  readonly provider: ReturnType<typeof getYjsProviderForRoom>;
  readonly doc: Y.Doc;
  readonly text: Y.Text;
  /** `suggestion`: its state. `edit`: a number that each edit changes, so that a deletion moves its author's clock, too. */
  readonly marks: Y.Map<string | number>;
}

/** Connects a user of the demo project. Rejects where the server has no demo project, or lets no one create rooms in it. */
export async function openSeat(userId: string, roomId: string, isScripted: boolean): Promise<NoteSeat> {
  const first = await authorize(userId);
  const { room, leave } = enter(userId, roomId, isScripted, first);
  const provider = getYjsProviderForRoom(room);
  const doc = provider.getYDoc();
  return {
    userId,
    room,
    provider,
    doc,
    text: doc.getText("note"),
    marks: doc.getMap("marks"),
    [Symbol.dispose]: leave,
  };
}

/** A user who writes a comment and connects to nothing. */
export async function commentAs<T>(
  userId: string,
  roomId: string,
  work: (room: NoteSeat["room"]) => Promise<T>,
): Promise<T> {
  const { room, leave } = enter(userId, roomId, true, await authorize(userId), false);
  try {
    return await work(room);
  } finally {
    leave();
  }
}

/** The body of a comment of one paragraph. */
export function commentBody(text: string) {
  return { version: 1 as const, content: [{ type: "paragraph" as const, children: [{ text }] }] };
}

/** Where a caret is in this copy of the document. Another client may have sent anything. */
export function caretIn({ doc, text }: Pick<NoteSeat, "doc" | "text">, caret: unknown): number | undefined {
  if (typeof caret !== "object" || caret === null) return undefined;
  try {
    const place = Y.createAbsolutePositionFromRelativePosition(Y.createRelativePositionFromJSON(caret), doc);
    return place?.type === text ? place.index : undefined;
  } catch {
    return undefined;
  }
}

/** A place in the text that stays between the same letters. It belongs to the letter before it. */
export function placeOf({ text }: Pick<NoteSeat, "text">, index: number): Y.RelativePosition {
  return Y.createRelativePositionFromTypeIndex(text, index, -1);
}

/** Moves the caret of this user, as others see it. */
export function showCaret(seat: NoteSeat, index: number | undefined): void {
  const caret = index === undefined ? null : (Y.relativePositionToJSON(placeOf(seat, index)) as Json);
  seat.room.updatePresence({ caret });
}

function enter(userId: string, roomId: string, isScripted: boolean, first: { token: string }, autoConnect = true) {
  let kept: { token: string } | undefined = first;
  const client = createClient({
    authEndpoint: async () => {
      const token = kept ?? (await authorize(userId));
      kept = undefined;
      return token;
    },
    // An edit waits for no other one: what is measured is the way to the server.
    throttle: 16,
    lostConnectionTimeout: 2_000,
    backgroundKeepAliveTimeout: 60_000,
  });
  return client.enterRoom<NotePresence>(roomId, { initialPresence: { caret: null, isScripted }, autoConnect });
}

async function authorize(userId: string): Promise<{ token: string }> {
  return request("POST /internal/demo/authorize", { body: { userId } });
}
