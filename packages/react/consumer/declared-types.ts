/** An application that declares its types once, with interfaces. A test compiles it. */
import type { LiveList, LiveObject, Room, User, WriteStatus } from "@weft/client";
import { createClient, LiveList as List, LiveObject as Obj } from "@weft/client";
import {
  createRoomContext,
  RoomProvider,
  useBroadcastEvent,
  useEventListener,
  useMutableStorage,
  useMutation,
  useMyPresence,
  useOther,
  useOthers,
  useOthersMapped,
  useRoom,
  useSelf,
  useStorage,
  useStorageRoot,
  useUpdateMyPresence,
  useWrite,
} from "../src/index.ts";
import * as suspense from "../src/suspense.ts";
import { createElement } from "react";
import { expectTypeOf } from "vitest";

interface Point {
  x: number;
  y: number;
}
interface Presence {
  cursor: Point | null;
}
interface Todo {
  text: string;
  done?: boolean;
}
interface Storage {
  todos: LiveList<LiveObject<Todo>>;
  title: string;
}
interface Person {
  id: string;
  info: { name: string };
}

declare global {
  interface Weft {
    Presence: Presence;
    Storage: Storage;
    UserMeta: Person;
    RoomEvent: { type: "ping" };
  }
}

export function Page(): null {
  const [mine, setMine] = useMyPresence();
  expectTypeOf(mine).toEqualTypeOf<Presence>();
  setMine({ cursor: { x: 1, y: 2 } }, { addToHistory: true });
  // @ts-expect-error There is no such key.
  setMine({ name: "Ada" });
  useUpdateMyPresence()({ cursor: null });

  const others = useOthers();
  expectTypeOf(others).toEqualTypeOf<readonly User[]>();
  const xs = useOthers((all) => all.map(({ presence, info }) => `${presence.cursor?.x} ${info.name}`));
  expectTypeOf(xs).toEqualTypeOf<string[]>();
  const mapped = useOthersMapped((other) => other.presence.cursor);
  expectTypeOf(mapped).toEqualTypeOf<readonly (readonly [connectionId: number, data: Point | null])[]>();
  const other = useOther(1, ({ id }) => id);
  expectTypeOf(other).toEqualTypeOf<string>();

  const self = useSelf();
  expectTypeOf(self).toEqualTypeOf<User | null>();
  const name = useSelf((me) => me.info.name);
  expectTypeOf(name).toEqualTypeOf<string | null>();
  const surely = suspense.useSelf((me) => me.info.name);
  expectTypeOf(surely).toEqualTypeOf<string>();

  const title = useStorage((root) => root.title);
  expectTypeOf(title).toEqualTypeOf<string | null>();
  const texts = suspense.useStorage((root) => root.todos.map(({ text, done }) => (done === true ? text : null)));
  expectTypeOf(texts).toEqualTypeOf<(string | null)[]>();
  // @ts-expect-error There is no such key.
  useStorage((root) => root.name);
  const mutable = useMutableStorage();
  expectTypeOf(mutable).toEqualTypeOf<LiveObject<Storage> | null>();
  const [root] = useStorageRoot();
  expectTypeOf(root).toEqualTypeOf<LiveObject<Storage> | null>();
  const loaded = suspense.useMutableStorage();
  expectTypeOf(loaded).toEqualTypeOf<LiveObject<Storage>>();

  const add = useMutation(({ storage, self: me, others: all, setMyPresence }, text: string) => {
    storage.get("todos").push(new Obj({ text: `${me.info.name} ${all.length} ${text}` }));
    setMyPresence({ cursor: null });
  }, []);
  expectTypeOf(add).toEqualTypeOf<(text: string) => void>();
  // @ts-expect-error It takes a text.
  add(1);
  const count = useMutation(({ storage }) => storage.get("todos").length, []);
  expectTypeOf(count).toEqualTypeOf<() => number | Promise<number>>();
  const [save, status] = useWrite(({ storage }, to: string) => storage.set("title", to), []);
  expectTypeOf(save).toEqualTypeOf<(to: string) => Promise<void>>();
  expectTypeOf(status).toEqualTypeOf<WriteStatus | "idle">();

  useBroadcastEvent()({ type: "ping" });
  // @ts-expect-error There is no such event.
  useBroadcastEvent()({ type: "pong" });
  useEventListener(({ event, user }) => {
    expectTypeOf(event).toEqualTypeOf<{ type: "ping" }>();
    expectTypeOf(user).toEqualTypeOf<User | null>();
  });

  const room = useRoom();
  expectTypeOf(room).toEqualTypeOf<Room<Presence, Storage, Person, { type: "ping" }>>();
  const maybe = useRoom({ allowOutsideRoom: true });
  expectTypeOf(maybe).toEqualTypeOf<typeof room | null>();
  return null;
}

export const initial = { todos: new List<LiveObject<Todo>>([]), title: "" };
export const page = createElement(RoomProvider, {
  id: "r1",
  initialPresence: { cursor: null },
  initialStorage: (id) => ({ ...initial, title: id }),
  initialStorageSnapshot: { todos: [{ text: "Plan" }], title: "" },
});
// @ts-expect-error The presence has a cursor.
createElement(RoomProvider, { id: "r1", initialStorage: initial });
// @ts-expect-error Storage has todos.
createElement(RoomProvider, { id: "r1", initialPresence: { cursor: null } });

interface OtherPresence {
  typing?: boolean;
}
interface OtherStorage {
  text?: string;
}
const own = createRoomContext<OtherPresence, OtherStorage>(createClient({ publicApiKey: "pk" }));
// Nothing of it must be there.
export const ownPage = createElement(own.RoomProvider, { id: "r1" });
export function useOwn(): string | undefined {
  expectTypeOf(own.useMyPresence()[0]).toEqualTypeOf<OtherPresence>();
  return own.suspense.useStorage((root) => root.text);
}
