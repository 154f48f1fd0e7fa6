import { connect } from "node:net";
import { beginSpan, createHistogram } from "../measure.ts";
import type { Histogram } from "../measure.ts";

export interface HttpLoad {
  readonly pid: number;
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: readonly HttpRequest[];
  readonly concurrency: number;
  /** Requests at the beginning that are not counted. */
  readonly warmUp: number;
}

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  /** In place of those of the load. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Its latency is reported with those of the same kind. */
  readonly kind?: string;
}

export interface HttpResult {
  readonly answered: number;
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly p50: number;
  readonly p99: number;
  readonly kinds: Readonly<Record<string, { readonly p50: number; readonly p99: number }>>;
}

/** HTTP/1.1 over kept connections, one request at a time on each. Any answer but 2xx fails the load. */
export async function httpLoad(load: HttpLoad): Promise<HttpResult> {
  const lines = headerLines(load.headers);
  const bytesOf = (request: HttpRequest) =>
    requestText(request, request.headers === undefined ? lines : headerLines(request.headers));

  const exchanges = await Promise.all(Array.from({ length: load.concurrency }, () => openExchange(load.port)));
  const run = async (requests: HttpLoad["requests"], latencies: Histogram, kinds: Map<string, Histogram>) => {
    let next = 0;
    await Promise.all(
      exchanges.map(async (exchange) => {
        while (next < requests.length) {
          const request = requests[next++]!;
          const text = bytesOf(request);
          const at = performance.now();
          await exchange.ask(text);
          const took = performance.now() - at;
          latencies.add(took);
          if (request.kind === undefined) continue;
          let ofKind = kinds.get(request.kind);
          if (ofKind === undefined) kinds.set(request.kind, (ofKind = createHistogram()));
          ofKind.add(took);
        }
      }),
    );
  };
  await run(load.requests.slice(0, load.warmUp), createHistogram(), new Map());
  const latencies = createHistogram();
  const kinds = new Map<string, Histogram>();
  const end = beginSpan(load.pid);
  await run(load.requests.slice(load.warmUp), latencies, kinds);
  const span = end();
  for (const exchange of exchanges) exchange.close();
  return {
    answered: latencies.count,
    cpuMs: span.cpuMs,
    wallMs: span.wallMs,
    p50: latencies.quantile(0.5),
    p99: latencies.quantile(0.99),
    kinds: Object.fromEntries(
      Array.from(kinds, ([kind, of]) => [kind, { p50: of.quantile(0.5), p99: of.quantile(0.99) }]),
    ),
  };
}

export function headerLines(headers: HttpLoad["headers"]): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}

/** `lines`: the headers that it has beside those of its body. */
export function requestText({ method, path, body }: HttpRequest, lines: string): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines}`;
  if (body === undefined) return `${head}\r\n`;
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** A kept connection, on which one request is made at a time. */
export interface Exchange {
  /** Answers the body. Any answer but 2xx is an error. */
  ask(text: string): Promise<string>;
  close(): void;
}

export function openExchange(port: number): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    let waiting: { resolve(body: string): void; reject(cause: Error): void } | undefined;
    let received = "";
    const wire = connect({ host: "127.0.0.1", port, noDelay: true });
    const fail = (cause: Error) => {
      reject(cause);
      waiting?.reject(cause);
    };
    wire.setEncoding("latin1");
    wire.on("error", fail);
    wire.on("close", () => fail(new Error("the server closed a kept connection")));
    wire.on("data", (piece: string) => {
      received += piece;
      const headEnd = received.indexOf("\r\n\r\n");
      if (headEnd < 0) return;
      const head = received.slice(0, headEnd);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (received.length < headEnd + 4 + length) return;
      const body = received.slice(headEnd + 4);
      received = "";
      const settled = waiting;
      waiting = undefined;
      if (/^HTTP\/1\.1 2\d\d /.test(head)) settled?.resolve(body);
      else settled?.reject(new Error(`${head.split("\r\n", 1)[0]}: ${body.slice(0, 200)}`));
    });
    wire.on("connect", () =>
      resolve({
        ask: (text) =>
          new Promise<string>((done, failed) => {
            waiting = { resolve: done, reject: failed };
            wire.write(text);
          }),
        close() {
          wire.removeAllListeners("close");
          wire.destroy();
        },
      }),
    );
  });
}
