import { startServer } from "@weft/testkit";
import { expect, test } from "vitest";
import { freshRandom, times } from "./support/random.ts";
import type { Random } from "./support/random.ts";
import { report } from "./support/report.ts";
import { call } from "./support/rest.ts";

interface Stored {
  readonly id: string;
  readonly metadata: Readonly<Record<string, string | readonly string[]>>;
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/** Few and short, so that conditions often hold; the letters are those over which quoting and LIKE could stumble. */
const letters = ["a", "b", "'", '"', "\\", " ", "-", "%", "_", "é", "😀", "]", "[", ":", "^", ";", "\t", "A"];
const keys = ["a", "b", "it's", 'q"', "__proto__", "constructor", "%", "$.a", "a.b"];

const word = (random: Random, longest = 3) =>
  Array.from({ length: random.between(1, longest) }, () => random.pick(letters)).join("");

/** A way to write a text in a query: single or double quotes, with or without needless escapes. */
function written(random: Random, text: string): string {
  if (random.chance(0.2))
    return `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")}"`;
  const quote = random.pick(["'", '"']);
  return (
    quote +
    text.replace(/[\\'"\t]/g, (one) => (one === "\\" || one === quote ? `\\${one}` : one === "\t" ? "\\t" : one)) +
    quote
  );
}

interface Asked {
  readonly text: string;
  holds(room: Stored): boolean;
}

function condition(random: Random, rooms: readonly Stored[]): Asked {
  const known = random.pick(rooms);
  const kind = random.fraction();
  if (kind < 0.25) {
    const id = random.chance(0.7) ? known.id : word(random);
    return { text: `roomId${random.pick([":", " : "])}${written(random, id)}`, holds: (room) => room.id === id };
  }
  if (kind < 0.5) {
    const prefix = random.chance(0.7) ? Array.from(known.id).slice(0, random.between(1, 3)).join("") : word(random, 2);
    return { text: `roomId^${written(random, prefix)}`, holds: (room) => room.id.startsWith(prefix) };
  }
  const entries = Object.entries(known.metadata);
  const [key, some] =
    random.chance(0.7) && entries.length > 0 ? random.pick(entries) : [random.pick(keys), word(random, 1)];
  const value = typeof some === "string" ? some : (some[0] ?? "");
  return {
    text: `metadata[${written(random, key)}]:${written(random, value)}`,
    // Lists match nothing.
    holds: ({ metadata }) => Object.hasOwn(metadata, key) && metadata[key] === value,
  };
}

const noise = [
  "'",
  '"',
  "(",
  ")",
  "AND",
  "OR",
  "NOT",
  "-",
  ":",
  "^",
  "metadata",
  "roomId",
  "[",
  "]",
  "\\",
  "\u0000",
  "1e9",
  "null",
  "true",
  ";--",
  " union select 1",
  "\\ud800",
  "*",
  ">",
  "<",
  "createdAt",
];

test("[S8] the list of rooms answers every query like a scan of all rooms, and never with a server error", async () => {
  const random = freshRandom();
  await using server = await startServer({ limits: { restRatePerSecond: 100_000, restRateBurst: 100_000 } });
  const rooms: Stored[] = [];
  const ids = new Set<string>();
  while (ids.size < 120) ids.add(word(random, 4));
  for (const id of ids) {
    const metadata: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
    for (let n = random.between(0, 3); n > 0; n--)
      metadata[random.pick(keys)] = random.chance(0.3) ? [word(random, 1), word(random, 1)] : word(random, 1);
    const users = ["u", "v", "u'"].filter(() => random.chance(0.3));
    const groups = ["g", "h"].filter(() => random.chance(0.3));
    const accesses = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, ["room:read"]]));
    const { status, body } = await call(server, "POST", "/v2/rooms", {
      id,
      defaultAccesses: [],
      metadata,
      usersAccesses: accesses(users),
      groupsAccesses: accesses(groups),
    });
    expect(status, `${JSON.stringify({ id, metadata })} answered ${JSON.stringify(body)}`).toBe(200);
    rooms.push({ id, metadata, users, groups });
  }

  const statuses = new Map<number, number>();
  const ask = async (parameters: Readonly<Record<string, string>>) => {
    const answer = await call(server, "GET", `/v2/rooms?${new URLSearchParams(parameters).toString()}`);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    return answer as { status: number; body: { data: { id: string }[]; nextCursor: string | null } };
  };
  const queries = times(4_000);
  let found = 0;
  let cursor: string | undefined;
  for (let n = 0; n < queries; n++) {
    const conditions = Array.from({ length: random.between(1, 3) }, () => condition(random, rooms));
    const query = conditions.map(({ text }) => text).join(random.pick([" ", " AND ", "\nand "]));
    const userId = random.chance(0.1) ? random.pick(["u", "v", "u'"]) : undefined;
    const groupIds = random.chance(0.1) ? random.pick([["g"], ["g", "h"]]) : undefined;
    const wanted = rooms
      .filter((room) => conditions.every((asked) => asked.holds(room)))
      .filter(
        ({ users, groups }) =>
          (userId === undefined && groupIds === undefined) ||
          (userId !== undefined && users.includes(userId)) ||
          groupIds?.some((group) => groups.includes(group)) === true,
      )
      .map(({ id }) => id)
      .sort();
    const given: string[] = [];
    let startingAfter: string | undefined;
    do {
      const { status, body } = await ask({
        query,
        limit: String(random.pick([1, 3, 20, 100])),
        ...(userId === undefined ? {} : { userId }),
        ...(groupIds === undefined ? {} : { groupIds: groupIds.join(",") }),
        ...(startingAfter === undefined ? {} : { startingAfter }),
      });
      expect(status, `seed ${random.seed}: ${query} answered ${JSON.stringify(body)}`).toBe(200);
      given.push(...body.data.map(({ id }) => id));
      startingAfter = body.nextCursor ?? undefined;
      cursor = startingAfter ?? cursor;
    } while (startingAfter !== undefined);
    const about = rooms.filter(({ id }) => given.includes(id) !== wanted.includes(id));
    expect(given.sort(), `seed ${random.seed}: ${query}, over ${JSON.stringify(about)}`).toEqual(wanted);
    found += wanted.length;
  }

  const odd = times(4_000);
  for (let n = 0; n < odd; n++) {
    const query = random.chance(0.5)
      ? Array.from({ length: random.between(1, 8) }, () => random.pick(noise)).join(random.pick(["", " "]))
      : broken(random, condition(random, rooms).text);
    const { status } = await ask({
      query,
      ...(random.chance(0.2) ? { startingAfter: broken(random, cursor ?? "c") } : {}),
    });
    expect([200, 400, 422], `seed ${random.seed}: ${query} answered ${status}`).toContain(status);
  }
  report("S8", {
    seed: random.seed,
    rooms: rooms.length,
    queries,
    "rows found": found,
    "broken queries": odd,
    statuses: [...statuses].map(([status, count]) => `${status}×${count}`).join(" "),
  });
  expect(found).toBeGreaterThan(0);
});

/** A text with something in it changed. */
function broken(random: Random, text: string): string {
  const at = random.between(0, text.length);
  return text.slice(0, at) + random.pick([...noise, ...letters]) + text.slice(at + random.between(0, 2));
}
