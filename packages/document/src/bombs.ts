/** Small, hostile updates. For tests only: nothing in the package imports it. */
import * as encoding from "lib0/encoding";
import * as Y from "yjs";

function bytes(write: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder();
  write(encoder);
  return encoding.toUint8Array(encoder);
}

/** A V2 update with nothing in its columns but what is given. */
function v2Update(
  columns: { client?: number[]; info?: number[]; length?: number[]; strings?: number[] },
  rest: (encoder: encoding.Encoder) => void,
): Uint8Array {
  const { client = [], info = [], length = [], strings = [0] } = columns;
  return bytes((encoder) => {
    encoding.writeVarUint(encoder, 0);
    for (const column of [[], client, [], [], info, strings, [], [], length])
      encoding.writeVarUint8Array(encoder, Uint8Array.from(column));
    encoding.writeUint8Array(encoder, bytes(rest));
  });
}

const varUints =
  (...values: number[]) =>
  (encoder: encoding.Encoder) => {
    for (const value of values) encoding.writeVarUint(encoder, value);
  };

/** Claims billions of structs: an array of that length is made before the first is read. */
export const hugeCount = v2Update({ client: [1], info: [0], length: [1] }, varUints(1, 2 ** 31, 0, 0));
/** One run says that the same collected range comes again for ever. */
export const endlessRun = v2Update(
  {
    client: [1],
    info: [0],
    length: [
      ...bytes((encoder) => {
        encoding.writeVarUint(encoder, 0x41);
        encoding.writeVarUint(encoder, 2 ** 40);
      }),
    ],
  },
  varUints(1, 2 ** 28, 0, 0),
);

/** V1: a struct under each of many unknown clients. */
export function inventedClients(count: number): Uint8Array {
  return bytes((encoder) => {
    encoding.writeVarUint(encoder, count);
    for (let client = 1; client <= count; client++) {
      varUints(1, client * 7, 0)(encoder);
      encoding.writeUint8(encoder, 4);
      encoding.writeVarUint(encoder, 1);
      encoding.writeVarString(encoder, "t");
      encoding.writeVarString(encoder, "x");
    }
    encoding.writeVarUint(encoder, 0);
  });
}

/** An honest document that is few bytes long and many structs large: lists in a list, each put before the others. */
export function dense(structs: number): Uint8Array {
  const document = new Y.Doc();
  document.clientID = 1;
  const list = document.getArray("list");
  document.transact(() => {
    for (let count = 0; count < structs; count++) list.insert(0, [new Y.Array()]);
  });
  return Y.encodeStateAsUpdateV2(document);
}

/** V1: text of a client from a clock on. */
export function textOf(client: number, clock: number, text: string): Uint8Array {
  return bytes((encoder) => {
    varUints(1, 1, client, clock)(encoder);
    if (clock === 0) {
      encoding.writeUint8(encoder, 4);
      encoding.writeVarUint(encoder, 1);
      encoding.writeVarString(encoder, "t");
    } else {
      encoding.writeUint8(encoder, 0x84);
      varUints(client, clock - 1)(encoder);
    }
    encoding.writeVarString(encoder, text);
    encoding.writeVarUint(encoder, 0);
  });
}

/** V1: a collected range, which moves a client's clock and says nothing. */
export function movedClock(client: number, clock: number, length: number): Uint8Array {
  return bytes((encoder) => {
    varUints(1, 1, client, clock)(encoder);
    encoding.writeUint8(encoder, 0);
    varUints(length, 0)(encoder);
  });
}

/** V1: an embed whose JSON nests this deep. */
export function deepEmbed(depth: number): Uint8Array {
  return bytes((encoder) => {
    varUints(1, 1, 9, 0)(encoder);
    encoding.writeUint8(encoder, 5);
    encoding.writeVarUint(encoder, 1);
    encoding.writeVarString(encoder, "t");
    encoding.writeVarString(encoder, "[".repeat(depth) + "]".repeat(depth));
    encoding.writeVarUint(encoder, 0);
  });
}

/** V1: text that hangs on itself. */
export function selfReference(client: number): Uint8Array {
  return bytes((encoder) => {
    varUints(1, 1, client, 0)(encoder);
    encoding.writeUint8(encoder, 0x84);
    varUints(client, 0)(encoder);
    encoding.writeVarString(encoder, "x");
    encoding.writeVarUint(encoder, 0);
  });
}

/**
 * Within every bound of the reader, and quadratic for Yjs: one long text and, from its end to its start, every other
 * character of it deleted. Each range cuts the text once more and moves all that lies behind the cut.
 */
export function shredded(client: number, ranges: number): Uint8Array {
  return bytes((encoder) => {
    varUints(1, 1, client, 0)(encoder);
    encoding.writeUint8(encoder, 4);
    encoding.writeVarUint(encoder, 1);
    encoding.writeVarString(encoder, "t");
    encoding.writeVarString(encoder, "x".repeat(2 * ranges));
    varUints(1, client, ranges)(encoder);
    for (let range = ranges - 1; range >= 0; range--) varUints(2 * range, 1)(encoder);
  });
}
