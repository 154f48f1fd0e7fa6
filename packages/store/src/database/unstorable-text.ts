import type { RoomCommit } from "@weft/room/ports";
import type { Engine } from "./engine.ts";
import { StoreUnavailable, UnstorableText } from "./errors.ts";
import { Fences, fencedMessage } from "./fences.ts";
import type { SqlValue } from "./query.ts";

/**
 * An engine that refuses texts with U+0000, which not every database can hold, so that all of them answer alike (DB20). Of
 * a room's commit, the ids and users are checked: nodes and clocks are JSON, in which U+0000 is escaped.
 */
export function refuseUnstorableText(engine: Engine): Engine {
  /** Rooms of which a commit was refused. */
  const fences = new Fences();
  return {
    get full() {
      return engine.full;
    },
    get counters() {
      return engine.counters;
    },
    async read(sql, values) {
      checkValues(values);
      return engine.read(sql, values);
    },
    async write(statements, locks) {
      for (const { values } of statements) for (const row of values) checkValues(row);
      return engine.write(statements, locks);
    },
    async claim(project, room, reserve) {
      checkValues([project, room]);
      const opened = await engine.claim(project, room, reserve);
      if (opened !== undefined) fences.remove(opened.key);
      return opened;
    },
    commit(commit) {
      if (holdsUnstorable(commit)) {
        fences.add(commit);
        return Promise.reject(new UnstorableText());
      }
      if (fences.refuses(commit)) return Promise.reject(new StoreUnavailable(fencedMessage));
      return engine.commit(commit);
    },
    nodes: (room, pieceBytes) => engine.nodes(room, pieceBytes),
    async documentRows(room, guid) {
      checkValues([guid]);
      return engine.documentRows(room, guid);
    },
    actor: (room, actor) => engine.actor(room, actor),
    health: () => engine.health(),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

function checkValues(values: readonly SqlValue[]): void {
  if (values.some(isUnstorable)) throw new UnstorableText();
}

/** Ids to remove are not looked at: rooms remove nodes that were read from the database. */
function holdsUnstorable({ puts, actors, documents = [], authors = [] }: RoomCommit): boolean {
  for (let at = 0; at < puts.length; at += 2) if (isUnstorable(puts[at]!)) return true;
  return (
    [...actors, ...authors].some(({ user }) => isUnstorable(user)) || documents.some(({ guid }) => isUnstorable(guid))
  );
}

function isUnstorable(value: SqlValue): boolean {
  return typeof value === "string" && value.includes("\0");
}
