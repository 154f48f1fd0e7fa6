/** Bounds on what a provider can make this process read, and deviations of self-hosted models from the format. */
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { ProjectId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { ask, modelsOf, choiceOf, textIn } from "../testing/provider-models.ts";
import { listen } from "../testing/listener.ts";
import { boundedFetch } from "./bounded-fetch.ts";

const region = { name: "region", parameters: { type: "object", properties: {} } } as const;
const project = "p1" as ProjectId;
const names = ["openai", "anthropic", "google", "openai-compatible"] as const;

/** A provider whose answers a test writes. */
async function providerOf(answer: (response: ServerResponse) => unknown) {
  let sent = 0;
  const listener = await listen(async (request, response) => {
    request.resume();
    const write = response.write.bind(response);
    response.write = ((piece: string | Uint8Array) => {
      sent += piece.length;
      return write(piece);
    }) as typeof response.write;
    await answer(response);
  });
  const url = `http://127.0.0.1:${listener.port}`;
  return {
    urls: { openai: url, anthropic: url, google: url, "openai-compatible": url },
    get sent() {
      return sent;
    },
    get open() {
      return listener.open;
    },
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  };
}

/** Writes for as long as the other side reads. */
async function endlessly(response: ServerResponse, status: number, type: string, piece: string) {
  response.writeHead(status, { "content-type": type });
  const closed = once(response, "close");
  while (!response.closed) if (!response.write(piece)) await Promise.race([once(response, "drain"), closed]);
}

const chunk = (delta: object, reason?: string) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, ...(reason !== undefined && { finish_reason: reason }) }] })}\n\n`;
const stream =
  (...events: readonly string[]) =>
  (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(events.join(""));
  };
const bounds = { providerResponseBytes: 2 ** 20, providerLineBytes: 2 ** 16, providerErrorBytes: 2 ** 14 };

describe.each(names)("[MB1] %s: a response without an end", (name) => {
  test.for([
    ["of one line", 200, "text/event-stream", "x".repeat(10_000)],
    ["of many lines", 200, "text/event-stream", `: ${"x".repeat(1_000)}\n`],
    ["of one object", 200, "application/json", "x".repeat(10_000)],
    ["that describes an error", 400, "application/json", "x".repeat(10_000)],
    ["that describes a fault", 500, "text/plain", "x".repeat(10_000)],
  ] as const)(
    "%s is not read further than its bound, and its connection is closed",
    async ([, status, type, piece]) => {
      await using provider = await providerOf((response) => endlessly(response, status, type, piece));
      const { failure } = await ask(provider, name, { bounds });
      expect(failure).toBeDefined();
      await expect.poll(() => provider.open).toBe(0);
      // What was read, and what is in the buffers of both sides of a loopback connection.
      expect(provider.sent).toBeLessThan(16 * 2 ** 20);
      if (status === 200 && type !== "application/json")
        expect(failure).toBe("The AI provider response exceeded the maximum token limit");
    },
  );

  test("to a request for a short text is read no further than the bound of a short text", async () => {
    await using provider = await providerOf((response) =>
      endlessly(response, 200, "application/json", "x".repeat(10_000)),
    );
    const models = modelsOf(provider, { providerTextBytes: 2 ** 14 });
    const { signal } = new AbortController();
    const turns = [{ role: "user", text: "Where?" }] as const;
    const asked = models.text({
      project,
      model: choiceOf(provider, name),
      instructions: "",
      turns,
      maxTokens: 9,
      signal,
    });
    await expect(asked).rejects.toThrow();
    await expect.poll(() => provider.open).toBe(0);
  });
});

test("[MB1] lines that come in pieces of any size are passed on whole, whatever their length up to the bound", async () => {
  const text = "é".repeat(20_000);
  const body = Buffer.from(chunk({ content: text }) + chunk({ content: "!" }, "stop") + "data: [DONE]\n\n");
  for (const size of [7, 1_000, body.length]) {
    await using provider = await providerOf(async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (let at = 0; at < body.length; at += size) response.write(body.subarray(at, at + size));
      response.end();
    });
    const { events, error } = await ask(provider, "openai-compatible", { bounds });
    expect([error, textIn(events)]).toEqual([undefined, `${text}!`]);
  }
});

describe("[MB2] a self-hosted model", () => {
  test("that thinks within tags has its thoughts returned as reasoning", async () => {
    const pieces = ["<th", "ink>Let me", " see.</thi", "nk>\n\nUse ", "eu."];
    await using provider = await providerOf(
      stream(...pieces.map((content) => chunk({ content })), chunk({}, "stop"), "data: [DONE]\n\n"),
    );
    const { events, error } = await ask(provider, "openai-compatible");
    expect(error).toBeUndefined();
    expect(textIn(events)).toBe("Use eu.");
    expect(events.map((event) => (event.type === "reasoning" ? event.text : "")).join("")).toBe("Let me see.");
  });

  test("that ends with [DONE] and without a reason has ended", async () => {
    await using provider = await providerOf(stream(chunk({ content: "Use eu." }), "data: [DONE]\n\n"));
    const { events, error } = await ask(provider, "openai-compatible");
    expect([error, textIn(events), events.at(-1)?.type]).toEqual([undefined, "Use eu.", "end"]);
  });

  test("that ends without either was interrupted", async () => {
    await using provider = await providerOf(stream(chunk({ content: "Use [DONE] eu." })));
    const { failure } = await ask(provider, "openai-compatible");
    expect(failure).toBe("The AI provider is currently overloaded or unavailable");
  });

  test.for([
    [{ near: "Rome" }, { near: "Rome" }],
    ['{"near":"Rome"}', { near: "Rome" }],
    [{}, {}],
  ] as const)("that calls a tool with the arguments %j is understood", async ([given, args]) => {
    const call = { index: 0, id: "call_1", type: "function", function: { name: "region", arguments: given } };
    await using provider = await providerOf(
      stream(chunk({ tool_calls: [call] }), chunk({}, "tool_calls"), "data: [DONE]\n\n"),
    );
    const { events, error } = await ask(provider, "openai-compatible", { tools: [region] });
    expect(error).toBeUndefined();
    expect(events.find(({ type }) => type === "call")).toMatchObject({ name: "region", args });
  });

  test("that calls an unknown tool is told that there is none", async () => {
    const call = { index: 0, id: "call_1", type: "function", function: { name: "volcano", arguments: "{}" } };
    await using provider = await providerOf(
      stream(chunk({ tool_calls: [call] }), chunk({}, "tool_calls"), "data: [DONE]\n\n"),
    );
    const { events } = await ask(provider, "openai-compatible", { tools: [region] });
    expect(events.find(({ type }) => type === "invalid-call")).toMatchObject({
      problem: 'There is no tool "volcano". Use one of the tools that are listed.',
    });
  });
});

test("[MB1] many events that arrive together are passed on a few at a time, and others go first in between", async () => {
  const text = `${chunk({ content: "x" }).repeat(500)}: ${"y".repeat(10_000)}\n${chunk({ content: "z" })}`;
  const fetch = boundedFetch(async () => {
    const headers = { "content-type": "text/event-stream" };
    return new Response(text, { headers });
  }, bounds);
  const { body } = await fetch("http://provider.test");
  let turns = 0;
  let ended = false;
  const count = () => {
    turns++;
    if (!ended) setImmediate(count);
  };
  setImmediate(count);
  const pieces: string[] = [];
  /** Bytes of each turn, without the long line. */
  const passed = new Map<number, number>();
  for await (const piece of body!) {
    pieces.push(Buffer.from(piece).toString());
    if (piece.length <= 4_096) passed.set(turns, (passed.get(turns) ?? 0) + piece.length);
  }
  ended = true;
  expect(pieces.join("")).toBe(text);
  expect(pieces.every((piece) => piece.endsWith("\n"))).toBe(true);
  // The long line is alone, since no line is cut.
  expect(pieces.filter(({ length }) => length > 4_096)).toEqual([expect.stringContaining("yyy")]);
  expect(pieces.length).toBeGreaterThan(7);
  expect(Math.max(...passed.values())).toBeLessThanOrEqual(1.5 * 4_096);
});

test("[MB1] events that have come one by one are passed on together, up to what one turn may hold", async () => {
  const event = chunk({ content: "x" });
  const fetch = boundedFetch(async () => {
    const headers = { "content-type": "text/event-stream" };
    const body = new ReadableStream({
      start(controller) {
        for (let n = 0; n < 500; n++) controller.enqueue(Buffer.from(event));
        controller.close();
      },
    });
    return new Response(body, { headers });
  }, bounds);
  const { body } = await fetch("http://provider.test");
  let turns = 0;
  let ended = false;
  const count = () => {
    turns++;
    if (!ended) setImmediate(count);
  };
  setImmediate(count);
  let events = 0;
  for await (const _ of body!) events++;
  ended = true;
  expect(events).toBe(500);
  const bytes = 500 * event.length;
  expect(turns).toBeGreaterThanOrEqual(Math.floor(bytes / 4_096));
  // With one turn for each event, each of many answers would fall behind its provider.
  expect(turns).toBeLessThan(3 * Math.ceil(bytes / 4_096));
});
