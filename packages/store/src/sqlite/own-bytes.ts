import type { DocumentWrite } from "@weft/room/ports";
import type { Statement } from "../database/engine.ts";
import type { SqlValue } from "../database/query.ts";
import type { Unit } from "../database/unit.ts";

/**
 * Posting bytes to another thread copies the whole buffer behind them, and Node.js allocates small buffers from a pool
 * of 64 KiB: 30 bytes of an update would become 64 KiB. So bytes get a buffer of their own first.
 */
export function withOwnBytes(unit: Unit): Unit {
  if (unit.kind === "claim") return unit;
  if (unit.kind === "statements") return { ...unit, statements: unit.statements.map(ownStatement) };
  const { documents } = unit.commit;
  return documents === undefined || documents.length === 0
    ? unit
    : { ...unit, commit: { ...unit.commit, documents: documents.map(ownWrite) } };
}

/** The same for the values of a statement. */
export function ownValues(values: readonly SqlValue[]): readonly SqlValue[] {
  return values.some((value) => value instanceof Uint8Array && isPart(value))
    ? values.map((value) => (value instanceof Uint8Array ? own(value) : value))
    : values;
}

function ownStatement(statement: Statement): Statement {
  return { ...statement, values: statement.values.map(ownValues) };
}

function ownWrite(write: DocumentWrite): DocumentWrite {
  return write.kind === "row" ? { ...write, update: own(write.update) } : { ...write, state: own(write.state) };
}

function isPart({ byteLength, buffer }: Uint8Array): boolean {
  return byteLength < buffer.byteLength;
}

function own(bytes: Uint8Array): Uint8Array {
  return isPart(bytes) ? new Uint8Array(bytes) : bytes;
}
