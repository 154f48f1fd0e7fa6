import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { ModelFailure } from "@weft/collab";
import type { Limits } from "@weft/protocol";

export type ProviderBounds = Pick<Limits, "providerResponseBytes" | "providerLineBytes" | "providerErrorBytes">;

/** Changes whole lines of a stream of events, or returns them as they are. */
export type LineFilter = (lines: Uint8Array) => Uint8Array;

/**
 * A fetch whose responses are bounded: no provider can fill the memory of this process.
 *
 * - A stream of events fails beyond its bytes, or with a longer line than allowed; it is passed on in whole lines, a few in each
 *   turn of the event loop: what reads them does not let others go first.
 * - Any other response fails beyond its bytes. The description of an error is cut instead, and the connection closed.
 *
 * Its time is that of the caller's signal.
 */
export function boundedFetch(
  fetch: typeof globalThis.fetch,
  bounds: ProviderBounds,
  createFilter: () => LineFilter = () => (lines) => lines,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { body, status, statusText, headers, ok } = response;
    if (body === null) return response;
    const isStream = ok && (headers.get("content-type") ?? "").startsWith("text/event-stream");
    const bound = ok ? bounds.providerResponseBytes : bounds.providerErrorBytes;
    const pieces = isStream ? wholeLines(bounds.providerLineBytes, createFilter()) : undefined;
    return new Response(boundedBody(body, { bound, isCut: !ok, pieces }), { status, statusText, headers });
  };
}

interface Pieces {
  /** The whole lines that a piece completes; nothing if it completes none. */
  take(piece: Uint8Array): Uint8Array;
  /** What is left at the end. */
  rest(): Uint8Array;
}

const nothing = new Uint8Array();
const lineFeed = 10;

function wholeLines(longest: number, filter: LineFilter): Pieces {
  /** The beginning of a line. */
  let begun: Uint8Array[] = [];
  let length = 0;
  return {
    take(piece) {
      const end = piece.lastIndexOf(lineFeed) + 1;
      const first = end === 0 ? -1 : piece.indexOf(lineFeed);
      if (length + (end === 0 ? piece.length : first) > longest) throw new ModelFailure("tooLong");
      if (end === 0) {
        begun.push(piece);
        length += piece.length;
        return nothing;
      }
      // A piece may itself have longer lines than allowed.
      if (piece.length > longest)
        for (let from = first + 1; from < end;) {
          const next = piece.indexOf(lineFeed, from);
          if (next - from > longest) throw new ModelFailure("tooLong");
          from = next + 1;
        }
      const lines = length === 0 ? piece.subarray(0, end) : Buffer.concat([...begun, piece.subarray(0, end)]);
      begun = end === piece.length ? [] : [piece.subarray(end)];
      length = piece.length - end;
      if (length > longest) throw new ModelFailure("tooLong");
      return filter(lines);
    },
    rest: () => (length === 0 ? nothing : filter(Buffer.concat(begun))),
  };
}

interface BodyBounds {
  readonly bound: number;
  /** At the bound it ends, instead of failing. */
  readonly isCut: boolean;
  readonly pieces: Pieces | undefined;
}

/** Bytes of lines that are passed on in one turn: about fifty events of a character each. */
const linesPerTurn = 4 * 1_024;

/** Pieces of whole lines, a line alone where it is longer. */
function* slicesOf(lines: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < lines.length;) {
    const most = from + linesPerTurn;
    let end = most >= lines.length ? lines.length : lines.lastIndexOf(lineFeed, most - 1) + 1;
    if (end <= from) end = lines.indexOf(lineFeed, most) + 1 || lines.length;
    yield lines.subarray(from, end);
    from = end;
  }
}

function boundedBody(body: ReadableStream<Uint8Array>, { bound, isCut, pieces }: BodyBounds) {
  const reader = body.getReader();
  let size = 0;
  let slices: Iterator<Uint8Array> | undefined;
  /** Bytes that were passed on in this turn, and the beginning of the next one. */
  let passed = 0;
  let turn: Promise<void> | undefined;
  const nextTurn = () =>
    (turn ??= yieldToEventLoop().then(() => {
      turn = undefined;
      passed = 0;
    }));
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        for (;;) {
          const slice = slices?.next();
          if (slice?.done === false) {
            controller.enqueue(slice.value);
            passed += slice.value.length;
            const next = nextTurn();
            // Events that come one by one wait for no turn: where many answers are read, each would get one in a turn.
            if (passed >= linesPerTurn / 2) await next;
            return;
          }
          const { done, value } = await reader.read();
          if (done) {
            const rest = pieces?.rest() ?? nothing;
            if (rest.length > 0) controller.enqueue(rest);
            return controller.close();
          }
          const left = bound - size;
          size += value.length;
          if (size > bound) {
            if (!isCut) throw new ModelFailure("tooLong");
            if (left > 0) controller.enqueue(value.subarray(0, left));
            controller.close();
            return void reader.cancel().catch(() => {});
          }
          if (pieces === undefined) return controller.enqueue(value);
          slices = slicesOf(pieces.take(value));
        }
      } catch (error) {
        controller.error(error);
        void reader.cancel(error).catch(() => {});
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
