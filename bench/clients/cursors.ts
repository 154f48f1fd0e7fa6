/**
 * One measurement of `useOthersMapped`, in a process and a browser of its own:
 *
 *     node bench/clients/cursors.ts <official|weft>
 *
 * 100 others move their cursors 30 times a second. The bench is the server, and both families get the same frames: those of a Weft
 * server with so many connections, which collects messages for 12 ms (`flush-window.ts` of `@weft/room`).
 */
import { setTimeout as wait } from "node:timers/promises";
import { ServerMessageType } from "@weft/protocol/codes";
import { openBrowser } from "@weft/testkit/browser";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import { buildPage, servePage } from "./build.ts";
import type { BuiltPage, FamilyName } from "./build.ts";

const others = 100;
const perSecond = 30;
const seconds = 5;
const windowMs = 12;
const everyone = -1;

interface Counts {
  readonly commits: number;
  readonly unchanged: number;
  readonly shown: number;
  readonly isOver: boolean;
}

const actors = Array.from({ length: others }, (_, index) => index + 1);
const scopes = ["*:write"];

function cursorOf(actor: number, step: number): object {
  return {
    type: ServerMessageType.presenceUpdated,
    actor,
    data: { cursor: { x: actor * 7 + step, y: actor + 2 * step } },
  };
}

/** The frames of the run, one for each window. */
function* frames(): Generator<string> {
  let sent = 0;
  for (let at = windowMs; at <= seconds * 1_000; at += windowMs) {
    const due = Math.floor((others * perSecond * at) / 1_000);
    const messages: object[] = [];
    for (; sent < due; sent++) messages.push(cursorOf(actors[sent % others]!, Math.floor(sent / others) + 1));
    yield JSON.stringify(messages);
  }
}

function enter(socket: WebSocket): void {
  const users = Object.fromEntries(
    actors.map((actor) => [actor, { id: `u${actor}`, info: { name: `User ${actor}` }, scopes }]),
  );
  const { roomState } = ServerMessageType;
  socket.send(JSON.stringify({ type: roomState, actor: 0, nonce: "n", scopes, users, meta: {} }));
  socket.send(JSON.stringify(actors.map((actor) => ({ ...cursorOf(actor, 0), targetActor: everyone }))));
}

/** Opens the page in a browser of its own, and sends it all frames. */
async function run(built: BuiltPage, isCounted: boolean) {
  let port = 0;
  const settings = () => ({ baseUrl: `http://127.0.0.1:${port}`, counts: isCounted });
  await using served = await servePage(built, settings, (_, response) => response.end());
  port = served.port;
  const sockets = new WebSocketServer({ server: served.server });
  const entered = new Promise<WebSocket>((resolve) =>
    sockets.once("connection", (socket) => {
      enter(socket);
      resolve(socket);
    }),
  );
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.error(error));
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    const read = async () => {
      const { metrics } = await devtools.send("Performance.getMetrics");
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    };
    await page.goto(`http://127.0.0.1:${port}/`);
    const socket = await entered;
    await page.waitForFunction(`counts.shown === ${others}`);
    const before = await read();
    await page.evaluate("counts.commits = counts.unchanged = 0");
    const start = performance.now();
    let sent = 0;
    for (const frame of frames()) {
      await wait(Math.max(0, start + ++sent * windowMs - performance.now()));
      socket.send(frame);
    }
    socket.send(JSON.stringify({ type: ServerMessageType.eventBroadcasted, actor: 1, event: "end" }));
    await page.waitForFunction("counts.isOver");
    const after = await read();
    const counts: Counts = await page.evaluate("counts");
    const spent = (name: string) => (after[name]! - before[name]!) * 1_000;
    return { scriptMs: spent("ScriptDuration"), taskMs: spent("TaskDuration"), counts };
  } finally {
    await browser.close();
    sockets.close();
  }
}

async function measure(family: FamilyName): Promise<Record<string, number>> {
  await using built = await buildPage("cursors-page.ts", family);
  const { scriptMs, taskMs } = await run(built, false);
  const { counts } = await run(built, true);
  return { cursorsMs: scriptMs, cursorsTaskMs: taskMs, unchanged: counts.unchanged };
}

console.log(JSON.stringify(await measure(process.argv[2] as FamilyName)));
process.exit(0);
