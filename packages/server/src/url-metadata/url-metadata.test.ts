import { limits } from "@weft/protocol";
import { expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import type { OutboundOutcome } from "../outbound/outbound.ts";
import { createUrlMetadataReader } from "./url-metadata.ts";

const page = (body: string, change: { status?: number; type?: string; url?: string } = {}): OutboundOutcome => ({
  kind: "answered",
  url: change.url ?? "https://example.com/",
  status: change.status ?? 200,
  headers: new Map(change.type === undefined ? [] : [["content-type", change.type]]),
  body: Buffer.from(body),
  complete: true,
  broken: false,
});
const failed = (reason: "timeout" | "busy"): OutboundOutcome => ({ kind: "failed", reason, message: reason });

function open(answer: (url: string) => OutboundOutcome) {
  const asked: string[] = [];
  const time = { now: 0 };
  const reader = createUrlMetadataReader({
    outbound: {
      async send({ url }) {
        asked.push(url);
        await systemClock.yieldToEventLoop();
        return answer(url);
      },
    },
    clock: { ...systemClock, monotonic: () => time.now },
    limits: { ...limits, urlsCached: 2, urlCachedMs: 1_000, urlFailureCachedMs: 10 },
  });
  return { reader, asked, time };
}

test("[OC8] a page is read once for concurrent requests, and again once its entry expired or was evicted", async () => {
  const { reader, asked, time } = open((url) => page(`<title>${new URL(url).pathname}</title>`));
  const read = async (path: string) => (await reader.read(`https://example.com/${path}`)).title;
  expect(await Promise.all([read("a"), read("a#part"), read("a")])).toEqual(["/a", "/a", "/a"]);
  time.now = 999;
  expect(await read("a")).toBe("/a");
  expect(asked).toHaveLength(1);
  time.now = 1_000;
  await read("a");
  expect(asked).toHaveLength(2);
  await read("b");
  await read("c");
  await read("c");
  await read("a");
  expect(asked.map((url) => url.at(-1)).join("")).toBe("aabca");
});

test("[OC8] a failure to read a page is returned, and the page is read again after a shorter time", async () => {
  let outcome: OutboundOutcome = failed("timeout");
  const { reader, asked, time } = open(() => outcome);
  const read = () => reader.read("https://example.com/");
  await expect(read()).rejects.toMatchObject({ code: "PAGE_UNREACHABLE", message: "timeout" });
  outcome = page("", { status: 404 });
  await expect(read()).rejects.toMatchObject({ message: "timeout" });
  time.now += 10;
  await expect(read()).rejects.toMatchObject({
    code: "PAGE_UNREACHABLE",
    message: "The page returned status 404.",
  });
  time.now += 10;
  outcome = { kind: "refused", reason: "port", message: "The port." };
  await expect(read()).rejects.toMatchObject({ code: "UNPROCESSABLE_ENTITY", message: "The port." });
  time.now += 10;
  outcome = failed("busy");
  for (let n = 0; n < 2; n++) await expect(read()).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(asked).toHaveLength(5);
});

test("[OC8] addresses in a page are relative to its final URL, and other files have no metadata", async () => {
  const icon = "<link rel=icon href=i.png>";
  const answers: Record<string, OutboundOutcome> = {
    "https://example.com/": page(icon, { url: "https://www.example.com/en/" }),
    "https://example.com/x": page(icon, { type: "application/xhtml+xml" }),
    "https://example.com/p": page("<title>no</title>", { type: "application/pdf" }),
  };
  const { reader } = open((url) => answers[url]!);
  expect(await reader.read("https://example.com")).toEqual({ icon: "https://www.example.com/en/i.png" });
  expect(await reader.read("https://example.com/x")).toEqual({ icon: "https://example.com/i.png" });
  expect(await reader.read("https://example.com/p")).toEqual({});
});
