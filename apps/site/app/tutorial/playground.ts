/** The file that the tutorial adds to a program: values that differ by window and by server. */
export const playgroundName = "playground.ts";

export interface Playground {
  readonly baseUrl: string;
  readonly publicKey: string;
  readonly roomId: string;
  readonly myName: string;
}

export function playgroundFile({ baseUrl, publicKey, roomId, myName }: Playground): string {
  return `// The tutorial writes this file; an app of yours has these values in its configuration.

/** Where this Weft server is. */
export const baseUrl = ${JSON.stringify(baseUrl)};

/** The public key of its demo project. */
export const publicKey = ${JSON.stringify(publicKey)};

/** A room that only the two windows know. */
export const roomId = ${JSON.stringify(roomId)};

/** The user of this window: Ada in the first, Grace in the second. */
export const myName: string = ${JSON.stringify(myName)};
`;
}

/** A new id of a private room. */
export function newRoomId(slug: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return `tutorial-${slug}-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
