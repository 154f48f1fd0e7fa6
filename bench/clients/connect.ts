/**
 * One measurement of how a page gets a room's Storage, in a process and a browser of its own:
 *
 *     node bench/clients/connect.ts <official|weft>
 *
 *     page ──[ 75 ms ]──► the application's server: the page, its code, and `/auth`
 *     page ──[ 75 ms ]──► a Weft server: the WebSocket
 *
 * Every piece of both connections takes 75 ms in each direction; handshakes of TCP are not delayed.
 */
import { openLink, startOneServer } from "@weft/testkit";
import { openBrowser } from "@weft/testkit/browser";
import { buildPage, servePage } from "./build.ts";
import type { FamilyName } from "./build.ts";
import { median } from "../measure.ts";

const oneWayMs = 75;
const visits = 5;
const items = 200;

async function delayed(port: number) {
  const link = await openLink(port);
  link.delay("up", oneWayMs);
  link.delay("down", oneWayMs);
  return link;
}

async function measure(family: FamilyName): Promise<Record<string, number>> {
  await using weft = await startOneServer();
  const call = async (path: string, body: object) => {
    const headers = { Authorization: `Bearer ${weft.secretKey}`, "Content-Type": "application/json" };
    const answer = await fetch(`${weft.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.text();
  };
  await using built = await buildPage("connect-page.ts", family);
  await using server = await delayed(weft.port);
  let room = "";
  await using served = await servePage(
    built,
    () => ({ baseUrl: server.url, room }),
    (_, response) => {
      const permissions = { [room]: ["*:write"] };
      call("/v2/authorize-user", { userId: "ada", permissions }).then(
        (token) => response.setHeader("Content-Type", "application/json").end(token),
        (cause: unknown) => response.writeHead(500).end(String(cause)),
      );
    },
  );
  await using application = await delayed(served.port);
  const browser = await openBrowser();
  const steps = new Map<string, number[]>();
  try {
    for (let visit = 0; visit < visits; visit++) {
      room = `room ${visit}`;
      await call("/v2/rooms", { id: room, defaultAccesses: [] });
      const data = Array.from({ length: items }, (_, n) => ({
        liveblocksType: "LiveObject",
        data: { n, title: `Item ${n}` },
      }));
      const list = { liveblocksType: "LiveList", data };
      await call(`/v2/rooms/${encodeURIComponent(room)}/storage`, {
        liveblocksType: "LiveObject",
        data: { items: list },
      });
      const page = await browser.newPage();
      page.on("pageerror", (error) => console.error(error));
      await page.goto(application.url);
      await page.waitForFunction("globalThis.marks?.loaded !== undefined");
      const marks: Record<string, number> = await page.evaluate("marks");
      await page.close();
      const between = (from: string, to: string) => marks[to]! - marks[from]!;
      const took = {
        connectMs: between("evaluated", "loaded"),
        fromNavigationMs: marks["loaded"]!,
        tokenMs: between("authorizing", "authorized"),
        openMs: between("opening", "open"),
        firstFrameMs: between("open", "firstFrame"),
        storageMs: between("firstFrame", "loaded"),
      };
      for (const [step, ms] of Object.entries(took)) steps.set(step, [...(steps.get(step) ?? []), ms]);
    }
  } finally {
    await browser.close();
  }
  return Object.fromEntries(Array.from(steps, ([step, times]) => [step, median(times)]));
}

console.log(JSON.stringify(await measure(process.argv[2] as FamilyName)));
process.exit(0);
