import { Doc, encodeStateAsUpdate } from "yjs";
import { eachOf, join, pause } from "./member.ts";
import type { Member } from "./member.ts";

/** An action that is repeated while others are measured. */
export interface Disturbance {
  once(): Promise<void>;
  end(): void;
}

/** The REST side of the server. */
export interface RestTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The room that `url` of the load leads into. */
  readonly room: string;
}

const nothing = () => {};
const breatheMs = 20;

async function call(rest: RestTarget, method: string, path: string, body?: string | Uint8Array): Promise<void> {
  const type = typeof body === "string" ? "application/json" : "application/octet-stream";
  const response = await fetch(rest.url + path, {
    method,
    headers: { ...rest.headers, ...(body === undefined ? {} : { "content-type": type }) },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : Buffer.from(body) }),
  });
  // A refusal is an answer too: what counts is the effect on the others.
  await response.arrayBuffer();
}

/** One connection that is opened again when the server has closed it. */
function attacker(url: string, opened: (member: Member) => void = nothing): () => Promise<Member> {
  let member: Member | undefined;
  return async () => {
    if (member === undefined) {
      member = await join(url, nothing, () => (member = undefined));
      opened(member);
    }
    return member;
  };
}

/**
 * Attacks that worked against a server of f7be736: few or small requests that held its event loop, or filled its
 * memory.
 */
export const attacks = {
  /** Frames of thousands of requests for Storage. */
  frames(url: string) {
    const enter = attacker(url);
    const frame = `[${Array.from({ length: 20_000 }, () => '{"type":200}').join(",")}]`;
    return {
      async once() {
        (await enter()).socket.send(frame);
        await pause(500);
      },
      end: nothing,
    };
  },
  /** Updates of a text that were all made for its first version, so that each is transformed over all before it. */
  text(url: string) {
    let clock = 0;
    const enter = attacker(url, ({ actor, socket }) => {
      clock = 1;
      socket.send(
        `[{"type":201,"ops":[{"type":9,"opId":"${actor}:0","id":"${actor}:0","parentId":"root","parentKey":"t${actor}","data":[],"version":0}]}]`,
      );
    });
    const inserts = Array.from({ length: 20 }, () => '{"type":"insert","index":0,"text":"x"}').join(",");
    return {
      async once() {
        const { actor, socket } = await enter();
        const ops = Array.from(
          { length: 5 },
          () => `{"type":10,"opId":"${actor}:${clock++}","id":"${actor}:0","baseVersion":0,"ops":[${inserts}]}`,
        );
        socket.send(`[{"type":201,"ops":[${ops.join(",")}]}]`);
        await pause(breatheMs);
      },
      end: nothing,
    };
  },
  /** Thousands of questions to a large document, from a client that leaves at once. */
  async documents(url: string, rest: RestTarget) {
    const doc = new Doc();
    for (let n = 0; n < 100; n++) doc.getText("t").insert(0, `${n} `.repeat(10_000));
    await call(rest, "PUT", `/v2/rooms/${encodeURIComponent(rest.room)}/ydoc`, encodeStateAsUpdate(doc));
    const frame = `[${Array.from({ length: 2_000 }, () => '{"type":300,"vector":"AA=="}').join(",")}]`;
    return {
      async once() {
        const { socket } = await join(url, nothing, nothing);
        socket.send(frame);
        await pause(breatheMs);
        socket.close();
      },
      end: nothing,
    };
  },
  /** Readers that read nothing, and a writer that sends to them. */
  async output(url: string) {
    const deaf = await eachOf(Array.from({ length: 90 }), () => join(url, nothing, nothing));
    for (const { socket } of deaf) socket.pause();
    const enter = attacker(url);
    const event = `[{"type":103,"event":"${"x".repeat(50_000)}"}]`;
    return {
      async once() {
        (await enter()).socket.send(event);
        await pause(breatheMs);
      },
      end: () => deaf.forEach(({ socket }) => socket.close()),
    };
  },
  /** Wrong passwords, many at a time. */
  passwords(_url: string, rest: RestTarget) {
    const guess = JSON.stringify({ email: "nobody@example.com", password: "a wrong password" });
    const site = { ...rest, headers: { origin: rest.url, "x-weft-csrf": "1" } };
    return {
      async once() {
        await Promise.all(Array.from({ length: 20 }, () => call(site, "POST", "/internal/auth/sign-in/email", guess)));
        await pause(breatheMs);
      },
      end: nothing,
    };
  },
  /** Storage of nearly a hundred thousand entries, in one call. */
  initialise(_url: string, rest: RestTarget) {
    const entries = Object.fromEntries(Array.from({ length: 99_000 }, (_, n) => [`k${n}`, n]));
    const storage = JSON.stringify({
      liveblocksType: "LiveObject",
      data: { map: { liveblocksType: "LiveMap", data: entries } },
    });
    let made = 0;
    return {
      async once() {
        const id = `${rest.room}-large-${made++}`;
        await call(rest, "POST", "/v2/rooms", JSON.stringify({ id, defaultAccesses: ["room:write"] }));
        await call(rest, "POST", `/v2/rooms/${encodeURIComponent(id)}/storage`, storage);
        await call(rest, "DELETE", `/v2/rooms/${encodeURIComponent(id)}`);
      },
      end: nothing,
    };
  },
  /** Patches of thousands of insertions at the front of a long list. */
  async patch(_url: string, rest: RestTarget) {
    const id = `${rest.room}-list`;
    const list = { liveblocksType: "LiveList", data: Array.from({ length: 5_000 }, (_, n) => n) };
    await call(rest, "POST", "/v2/rooms", JSON.stringify({ id, defaultAccesses: ["room:write"] }));
    await call(
      rest,
      "POST",
      `/v2/rooms/${encodeURIComponent(id)}/storage`,
      JSON.stringify({ liveblocksType: "LiveObject", data: { l: list } }),
    );
    const add = Array.from({ length: 2_000 }, () => ({ op: "add", path: "/l/0", value: 0 }));
    const remove = Array.from({ length: 2_000 }, () => ({ op: "remove", path: "/l/0" }));
    const patch = JSON.stringify([...add, ...remove]);
    return {
      once: () => call(rest, "PATCH", `/v2/rooms/${encodeURIComponent(id)}/storage/json-patch`, patch),
      end: nothing,
    };
  },
} satisfies Readonly<Record<string, (url: string, rest: RestTarget) => Disturbance | Promise<Disturbance>>>;

export type AttackKind = keyof typeof attacks;
