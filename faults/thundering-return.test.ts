import { expect, test } from "vitest";
import { openMortalServer } from "./support/mortal-server.ts";
import { emptyBoard, openPerson } from "./support/person.ts";
import type { Person } from "./support/person.ts";
import { freshRandom } from "./support/random.ts";
import { openRawClient } from "./support/raw-client.ts";
import { report } from "./support/report.ts";
import { createRoom, tokenFor } from "./support/rest.ts";
import { until } from "./support/until.ts";

const rawClients = 500;
const officialClients = 20;
const rooms = 20;

test("[R11] 520 clients that reconnect at once to a server just started are all admitted, without new tokens", async () => {
  const random = freshRandom();
  await using server = await openMortalServer(() => ({ limits: { connectionsPerRoom: 200 } }));
  for (let room = 0; room < rooms; room++) await createRoom(server, `r${room}`, { storage: emptyBoard });
  let tokens = 0;
  const people: Person[] = await Promise.all(
    Array.from({ length: officialClients }, (_, n) =>
      openPerson({
        ...server,
        room: `r${n % rooms}`,
        name: `p${n}`,
        authenticate: () => {
          tokens++;
          return tokenFor(server, `p${n}`);
        },
      }),
    ),
  );
  const before = tokens;
  try {
    await server.process.kill();
    // Each has something to send, and the rooms have to be loaded from the disk.
    for (const person of people) person.edit(random);
    await server.restart();
    const startedAt = performance.now();
    const returned = await Promise.all(
      Array.from({ length: rawClients }, async (_, n) => {
        const client = await openRawClient({ ...server, room: `r${n % rooms}` });
        await client.fetchStorage();
        return client;
      }),
    );
    await until("the official clients are back", () =>
      people.every(({ room, synchronized }) => room.getStatus() === "connected" && synchronized),
    );
    report("R11", {
      seed: random.seed,
      clients: rawClients + officialClients,
      "all in after ms": performance.now() - startedAt,
    });
    expect(returned.every(({ open }) => open)).toBe(true);
    expect(tokens - before).toBe(0);
    for (const client of returned) client[Symbol.dispose]();
  } finally {
    for (const person of people) person[Symbol.dispose]();
  }
}, 300_000);
