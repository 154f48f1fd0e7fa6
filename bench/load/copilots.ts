/** The services that copilots call, and their users: model providers and sites run in the process of the load. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { beginSpan, createHistogram } from "../measure.ts";
import { eachOf, pause } from "./member.ts";
import { openSocket } from "./socket.ts";

export interface StreamsLoad {
  /** The server whose CPU is read. */
  readonly pid: number;
  /** Where the provider of the copilot listens. */
  readonly providerPort: number;
  readonly copilotId: string;
  /** The address of each user's socket. */
  readonly urls: readonly string[];
  readonly hz: number;
  readonly warmUpMs: number;
  readonly windowMs: number;
}

export interface StreamsResult {
  /** Deltas that arrived within the window. */
  readonly deltas: number;
  readonly cpuMs: number;
  /** From the provider's write to the arrival at the user. */
  readonly p50: number;
  readonly p99: number;
  /** Share of the deltas that the provider was to write within the window and did. */
  readonly offered: number;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<unknown> | void;

/** Serves on a port of the loopback interface until it is disposed of. */
async function serve(port: number, handle: Handler): Promise<AsyncDisposable> {
  const server = createServer((request, response) => {
    response.on("error", () => {});
    void Promise.resolve(handle(request, response)).catch(() => response.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const chunk = (delta: object, reason: string | null = null) =>
  `data: ${JSON.stringify({ id: "a", object: "chat.completion.chunk", created: 1, model: "bench", choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;

const ask = (chatId: string, copilotId: string, text: string) =>
  JSON.stringify({
    cmd: "ask-in-chat",
    cmdId: `ask ${chatId}`,
    chatId,
    sourceMessage: { id: `ms_u${chatId}`, parentMessageId: null, content: [{ type: "text", text }] },
    targetMessageId: `ms_a${chatId}`,
    generationOptions: { copilotId, stream: true, timeout: 120_000 },
  });

/**
 * Every user asks once, and reads an answer that streams until the end. A delta carries the time at which it was
 * written.
 */
export async function streamsLoad(load: StreamsLoad): Promise<StreamsResult> {
  const origin = performance.now();
  const streams = new Set<ServerResponse>();
  await using _ = await serve(load.providerPort, async (request, response) => {
    const { stream } = (await json(request)) as { readonly stream?: boolean };
    if (stream !== true) return void response.writeHead(500).end();
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    response.write(chunk({ role: "assistant", content: "" }));
    streams.add(response);
    response.once("close", () => streams.delete(response));
  });
  const latencies = createHistogram();
  let measuring = false;
  let deltas = 0;
  let failure: Error | undefined;
  const sockets = await eachOf(load.urls, (url) =>
    openSocket(url, {
      text(bytes, from, to) {
        const at = bytes.indexOf(hash, from);
        if (at < 0 || at >= to) return;
        deltas++;
        if (measuring)
          latencies.add(
            performance.now() - origin - Number.parseInt(bytes.toString("latin1", at + 1, at + 12), 10) / 100,
          );
      },
      closed(code, reason) {
        failure ??= new Error(`the server closed a socket with ${code}: ${reason}`);
      },
    }),
  );
  for (const [n, socket] of sockets.entries()) socket.send(ask(`c${n}`, load.copilotId, "Go on."));
  const deadline = performance.now() + 30_000;
  while (streams.size < sockets.length && performance.now() < deadline) await pause(20);
  if (streams.size < sockets.length) throw new Error(`only ${streams.size} of ${sockets.length} answers began`);

  // Each stream keeps its own phase; the phases are spread over the period.
  const order = [...streams];
  const gapMs = 1_000 / load.hz / order.length;
  const startedAt = performance.now();
  let due = 0;
  let stopped = false;
  const beat = () => {
    if (stopped) return;
    const passed = performance.now() - startedAt;
    while (due * gapMs <= passed) {
      const time = Math.round((performance.now() - origin) * 100);
      order[due++ % order.length]!.write(chunk({ content: `#${time} word` }));
    }
    setTimeout(beat, Math.max(0, due * gapMs - (performance.now() - startedAt)));
  };
  beat();
  await pause(load.warmUpMs);
  measuring = true;
  const [deltasBefore, sentBefore] = [deltas, due];
  const end = beginSpan(load.pid);
  await pause(load.windowMs);
  const { cpuMs, wallMs } = end();
  measuring = false;
  const [deltasWithin, sentWithin] = [deltas - deltasBefore, due - sentBefore];
  stopped = true;
  for (const stream of streams) stream.end(chunk({}, "stop") + "data: [DONE]\n\n");
  for (const socket of sockets) socket.close();
  if (failure !== undefined) throw failure;
  return {
    deltas: deltasWithin,
    cpuMs,
    p50: latencies.quantile(0.5),
    p99: latencies.quantile(0.99),
    offered: sentWithin / (wallMs / gapMs),
  };
}

const hash = 0x23;

export interface SiteLoad {
  readonly pid: number;
  readonly sitePort: number;
  readonly pages: number;
  /**
   * Lets the server read the site: the request that starts it, and one that is repeated until its answer contains
   * `done`.
   */
  readonly begin: { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body: object };
  readonly done: string;
}

/** Serves a site of Markdown-like pages and has it read. */
export async function siteLoad({
  pid,
  sitePort,
  pages,
  begin,
  done,
}: SiteLoad): Promise<{ cpuMs: number; wallMs: number }> {
  await using _ = await serve(sitePort, (request, response) => {
    const path = request.url!;
    if (path === "/sitemap.xml") {
      const urls = Array.from({ length: pages }, (__, n) => `<url><loc>http://127.0.0.1:${sitePort}/${n}</loc></url>`);
      response.end(`<urlset>${urls.join("")}</urlset>`);
    } else if (/^\/\d+$/.test(path))
      response.writeHead(200, { "content-type": "text/html" }).end(pageOf(Number(path.slice(1))));
    else response.writeHead(404).end();
  });
  const end = beginSpan(pid);
  const begun = await fetch(begin.url, {
    method: "POST",
    headers: { ...begin.headers, "content-type": "application/json" },
    body: JSON.stringify(begin.body),
  });
  const { id } = (await begun.json()) as { readonly id: string };
  for (;;) {
    const answer = await (await fetch(begin.url.replace(/\/web$/, `/${id}`), { headers: begin.headers })).text();
    if (answer.includes(done)) return end();
    if (answer.includes('"error"')) throw new Error(answer);
    await pause(25);
  }
}

const words =
  "room presence storage comment thread cursor document update version mention reaction webhook token".split(" ");
/** About 8 KB, as a page of a documentation has: a navigation, ten sections of text, and a footer. */
function pageOf(n: number): string {
  const wordAt = (at: number) => words[(n * 7 + at * 5 + at * at) % words.length]!;
  const section = (at: number) =>
    `<h2 id="s${at}">${wordAt(at)} ${n}.${at}</h2><p>${Array.from({ length: 90 }, (_, w) => wordAt(at * 90 + w)).join(" ")}.</p>`;
  return `<!doctype html><html><head><title>Page ${n}</title></head><body><nav><a href="/">Home</a></nav><main><article><h1>Page ${n}</h1>
    ${Array.from({ length: 10 }, (_, at) => section(at)).join("\n")}</article></main><footer>Imprint</footer></body></html>`;
}

export interface RetrievalLoad {
  readonly providerPort: number;
  readonly url: string;
  /** Copilots that are asked in turn, by a name for each kind. */
  readonly copilots: Readonly<Record<string, string>>;
  readonly queries: readonly string[];
  readonly warmUp: number;
}

/**
 * A model that searches what its copilot knows before it answers. The latency of a search runs from the model's call of the tool
 * to the request that carries what was found.
 */
export async function retrievalLoad(
  load: RetrievalLoad,
): Promise<Readonly<Record<string, { p50: number; p99: number }>>> {
  let askedAt = 0;
  let foundAt = 0;
  let query = "";
  await using _ = await serve(load.providerPort, async (request, response) => {
    const { stream, messages } = (await json(request)) as {
      readonly stream?: boolean;
      readonly messages: readonly { readonly role: string; readonly content: string }[];
    };
    if (stream !== true) return void response.writeHead(500).end();
    response.writeHead(200, { "content-type": "text/event-stream" });
    const last = messages.at(-1)!;
    if (last.role === "tool") {
      foundAt = performance.now();
      if (!last.content.includes("passage")) throw new Error(`nothing was found: ${last.content.slice(0, 200)}`);
      response.end(chunk({ role: "assistant", content: "Found." }) + chunk({}, "stop") + "data: [DONE]\n\n");
      return;
    }
    const call = { name: "search_knowledge", arguments: JSON.stringify({ queries: [query] }) };
    response.write(
      chunk({ role: "assistant", tool_calls: [{ index: 0, id: "call_1", type: "function", function: call }] }),
    );
    askedAt = performance.now();
    response.end(chunk({}, "tool_calls") + "data: [DONE]\n\n");
  });
  let settled = Promise.withResolvers<void>();
  const socket = await openSocket(load.url, {
    text(bytes, from, to) {
      const frame = bytes.toString("utf8", from, to);
      if (!frame.includes('"event":"settle"')) return;
      if (frame.includes('"status":"completed"')) settled.resolve();
      else settled.reject(new Error(`an answer failed: ${frame.slice(0, 400)}`));
    },
    closed: (code, reason) => settled.reject(new Error(`the server closed the socket with ${code}: ${reason}`)),
  });
  const kinds = Object.entries(load.copilots).map(([kind, copilot]) => ({
    kind,
    copilot,
    latencies: createHistogram(),
  }));
  for (const [n, text] of load.queries.entries())
    for (const { kind, copilot, latencies } of kinds) {
      settled = Promise.withResolvers();
      query = text;
      socket.send(ask(`${kind}${n}`, copilot, text));
      await settled.promise;
      if (n >= load.warmUp) latencies.add(foundAt - askedAt);
    }
  socket.close();
  return Object.fromEntries(
    kinds.map(({ kind, latencies }) => [kind, { p50: latencies.quantile(0.5), p99: latencies.quantile(0.99) }]),
  );
}
