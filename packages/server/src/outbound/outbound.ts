/**
 * The one client for requests to addresses that users name: webhooks, link previews.
 *
 *     readAddress ─► slot ─► host resolved, every address checked ─► connection to a checked address, checked again
 *          ▲                                                                        │
 *          └──────────────── redirect (only if asked for) ◄──────────────────── response ─► body, up to a bound
 *
 * - The host is resolved once for each connection, by `lookup` of the agents; what was checked is what is connected to.
 * - One deadline covers everything: waiting, looking up, connecting, redirects and the body.
 * - Proxies named in the environment are not used: the agents are not given any.
 */
import { Agent as HttpAgent, request as requestHttp } from "node:http";
import type { AgentOptions, IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIPv6 } from "node:net";
import type { LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { callbackify } from "node:util";
import type { Limits } from "@weft/protocol";
import { readAddress, refusals } from "./outbound-policy.ts";
import type { OutboundPolicy, AddressRefusal } from "./outbound-policy.ts";
import type { ResolveHost } from "./resolve-host.ts";
import { acceptedEncodings, readResponse } from "./response-body.ts";
import { createSlots } from "./slots.ts";

export interface OutboundRequest {
  readonly url: string;
  /** GET unless given. */
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For everything, from the call to the end of the body. */
  readonly timeoutMs: number;
  /** Bytes of the response's body that are read. */
  readonly responseBytes: number;
  /** Redirects of a GET that are followed; otherwise they are answers. */
  readonly redirects?: number;
  readonly signal?: AbortSignal;
  /** The project for which it is sent: each has a share of the requests that are in progress. */
  readonly project?: string | undefined;
}

/** What a request came to. Messages can be shown to users. */
export type OutboundOutcome =
  | {
      readonly kind: "answered";
      /** The address that answered, after redirects. */
      readonly url: string;
      readonly status: number;
      /** Names are in lower case. Lines of `x-robots-tag` are separated by line breaks. */
      readonly headers: ReadonlyMap<string, string>;
      readonly body: Uint8Array;
      /** False if the body was cut at the bound, ended early, or could not be decoded. */
      readonly complete: boolean;
      /** True if the connection ended in the middle of the response. */
      readonly broken: boolean;
    }
  /** The address may not be called. */
  | { readonly kind: "refused"; readonly reason: AddressRefusal; readonly message: string }
  /** There was no answer. */
  | { readonly kind: "failed"; readonly reason: OutboundFault; readonly message: string };

export interface Outbound extends AsyncDisposable {
  /** Never rejects for anything that the other side does. */
  send(request: OutboundRequest): Promise<OutboundOutcome>;
  /**
   * `fetch` for libraries whose answers are streamed: it follows no redirects, decodes nothing, and ends with the caller's
   * signal. Rejects with `AddressRefused` for an address that may not be called, else as `fetch` does.
   */
  readonly fetch: typeof globalThis.fetch;
  /** The same for a project. */
  fetchFor(project: string): typeof globalThis.fetch;
  /** Why an address would be refused, as far as it can be told without looking up its host. */
  check(url: string): { readonly reason: AddressRefusal; readonly message: string } | undefined;
}

export interface OutboundOptions {
  readonly policy: OutboundPolicy;
  readonly resolve: ResolveHost;
  /** How requests introduce themselves. */
  readonly userAgent: string;
  readonly limits: Pick<
    Limits,
    | "outboundRequests"
    | "outboundRequestsPerHost"
    | "outboundRequestsPerProject"
    | "outboundRequestsWaiting"
    | "outboundRequestsWaitingPerProject"
  >;
}

const faults = {
  busy: "Too many requests are in progress; try again later.",
  canceled: "The request was canceled.",
  certificate: "A secure connection could not be established: check the server's certificate.",
  invalidAnswer: "The server's answer is not valid HTTP.",
  timeout: "The server did not answer in time.",
  tooManyRedirects: "The server redirects too often.",
  unknownHost: "The host of the address cannot be found.",
  unreachable: "The server cannot be reached.",
} as const;
export type OutboundFault = keyof typeof faults;

const idleConnectionMs = 10_000;
const idleConnections = 50;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function openOutbound(options: OutboundOptions): Outbound {
  return new AgentOutbound(options);
}

/** A connection that was not made because of where it leads. */
export class AddressRefused extends Error {
  override name = "AddressRefused";
}

class AgentOutbound implements Outbound {
  readonly #options: OutboundOptions;
  readonly #agents: Agents;
  /** Answers that are streamed hold their connections for minutes: they take none from others. */
  readonly #streamAgents: Agents;
  readonly #slots: ReturnType<typeof createSlots>;
  readonly #closing = new AbortController();

  constructor(options: OutboundOptions) {
    this.#options = options;
    const { outboundRequests, outboundRequestsPerHost, outboundRequestsWaiting, ...perProject } = options.limits;
    this.#slots = createSlots({
      atOnce: outboundRequests,
      perName: outboundRequestsPerHost,
      perOwner: perProject.outboundRequestsPerProject,
      waiting: outboundRequestsWaiting,
      waitingPerOwner: perProject.outboundRequestsWaitingPerProject,
    });
    const agent = {
      keepAlive: true,
      maxFreeSockets: outboundRequestsPerHost,
      timeout: idleConnectionMs,
      lookup: this.#lookup,
    };
    this.#agents = agentsOf({ ...agent, maxTotalSockets: outboundRequests + idleConnections });
    this.#streamAgents = agentsOf(agent);
  }

  check(text: string) {
    const url = readAddress(text, this.#options.policy);
    return typeof url === "string" ? { reason: url, message: refusals[url] } : undefined;
  }

  async send(request: OutboundRequest): Promise<OutboundOutcome> {
    const url = readAddress(request.url, this.#options.policy);
    if (typeof url === "string") return refused(url);
    const deadline = AbortSignal.timeout(request.timeoutMs);
    const given = request.signal === undefined ? [] : [request.signal];
    const signal = AbortSignal.any([deadline, this.#closing.signal, ...given]);
    const release = await this.#slots.take({ name: url.host, owner: request.project }, signal);
    if (release === undefined) return failed(signal.aborted ? (deadline.aborted ? "timeout" : "canceled") : "busy");
    try {
      const outcome = await this.#follow(url, request, signal);
      return signal.aborted ? failed(deadline.aborted ? "timeout" : "canceled") : outcome;
    } catch (error) {
      if (signal.aborted) return failed(deadline.aborted ? "timeout" : "canceled");
      if (error instanceof AddressRefused) return refused("blockedAddress");
      return failed(faultOf(error));
    } finally {
      release();
    }
  }

  readonly fetch: typeof globalThis.fetch = (input, init) => this.#fetch(undefined, input, init);

  fetchFor(project: string): typeof globalThis.fetch {
    return (input, init) => this.#fetch(project, input, init);
  }

  async #fetch(
    project: string | undefined,
    input: Parameters<typeof globalThis.fetch>[0],
    { method, headers, body, signal }: RequestInit = {},
  ): Promise<Response> {
    const text = input instanceof Request ? input.url : String(input);
    const url = readAddress(text, this.#options.policy);
    if (typeof url === "string") throw new AddressRefused(refusals[url]);
    if (body != null && typeof body !== "string") throw new TypeError("Only bodies that are text can be sent.");
    const request: OutboundRequest = {
      url: text,
      method: method === "POST" ? "POST" : "GET",
      headers: Object.fromEntries(new Headers(headers)),
      body: body ?? undefined,
      timeoutMs: 0,
      responseBytes: 0,
    };
    const ends = AbortSignal.any([this.#closing.signal, ...(signal == null ? [] : [signal])]);
    const release = await this.#slots.take({ name: url.host, owner: project }, ends);
    if (release === undefined) throw new TypeError(faults.busy);
    try {
      const response = await this.#exchange(url, request, ends, this.#streamAgents, "identity");
      const { statusCode: status = 0 } = response;
      const headersIn = new Headers([...headersOf(response)]);
      const hasBody = status !== 204 && status !== 304;
      if (!hasBody) response.resume();
      return new Response(hasBody ? (Readable.toWeb(response) as ReadableStream<Uint8Array>) : null, {
        status,
        headers: headersIn,
      });
    } catch (error) {
      if (ends.aborted || error instanceof AddressRefused) throw error;
      throw new TypeError(faults.unreachable, { cause: error });
    } finally {
      // What is streamed for minutes would keep others waiting.
      release();
    }
  }

  async #follow(first: URL, request: OutboundRequest, signal: AbortSignal): Promise<OutboundOutcome> {
    const { method = "GET", redirects = 0, responseBytes } = request;
    let url = first;
    for (let hop = 0; ; hop++) {
      const sent = url.origin === first.origin ? request : { ...request, headers: acceptOf(request.headers) };
      const response = await this.#exchange(url, sent, signal);
      const status = response.statusCode ?? 0;
      const { location } = response.headers;
      if (method !== "GET" || redirects === 0 || location === undefined || !redirectStatuses.has(status)) {
        const read = await readResponse(response, responseBytes);
        const headers = headersOf(response);
        // The name of a robot in one line does not count for the next.
        const robots = response.headersDistinct["x-robots-tag"];
        if (robots !== undefined) headers.set("x-robots-tag", robots.join("\n"));
        return { kind: "answered", url: url.href, status, headers, ...read };
      }
      response.destroy();
      if (hop === redirects) return failed("tooManyRedirects");
      const next = URL.parse(location, url.href);
      if (next === null) return failed("invalidAnswer");
      const checked = readAddress(next.href, this.#options.policy);
      if (typeof checked === "string") return refused(checked);
      url = checked;
    }
  }

  /** Sends once more if the other side closed an idle connection just as it was used again. */
  async #exchange(
    url: URL,
    request: OutboundRequest,
    signal: AbortSignal,
    agents = this.#agents,
    encodings = acceptedEncodings,
  ): Promise<IncomingMessage> {
    for (;;) {
      const sent = this.#request(url, request, signal, agents, encodings);
      try {
        return await sent.response;
      } catch (error) {
        if (!sent.reused() || signal.aborted || !isConnectionLost(error)) throw error;
      }
    }
  }

  #request(
    url: URL,
    { method = "GET", headers, body }: OutboundRequest,
    signal: AbortSignal,
    agents: Agents,
    encodings: string,
  ) {
    const own = { "user-agent": this.#options.userAgent, "accept-encoding": encodings };
    const options = { method, signal, headers: { accept: "*/*", ...headers, ...own } };
    const request =
      url.protocol === "https:"
        ? requestHttps(url, { ...options, agent: agents.https })
        : requestHttp(url, { ...options, agent: agents.http });
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      request.once("response", resolve);
      // Also later: reading the response reports what ended it.
      request.on("error", reject);
    });
    request.once("socket", (socket) => {
      const check = () => {
        const { remoteAddress } = socket;
        if (remoteAddress === undefined || !this.#options.policy.allowsAddress(remoteAddress))
          request.destroy(new AddressRefused());
      };
      if (socket.connecting) socket.once("connect", check);
      else check();
    });
    request.end(body);
    return { response, reused: () => request.reusedSocket };
  }

  /** The addresses to which connections of a host are made, and no others. One that is blocked blocks the host. */
  readonly #addressesOf = callbackify(async (host: string) => {
    const { resolve, policy } = this.#options;
    const addresses = await resolve(host).catch((cause: unknown) => {
      throw new HostUnknown(host, { cause });
    });
    const [first, ...others] = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    if (first === undefined) throw new HostUnknown(host);
    if (!addresses.every((address) => policy.allowsAddress(address))) throw new AddressRefused();
    return [first, ...others] as const;
  });

  readonly #lookup: LookupFunction = (host, { all }, done) =>
    this.#addressesOf(host, (error: Error | null, found) => {
      if (error !== null) done(error, []);
      else if (all === true) done(null, [...found]);
      else done(null, found[0].address, found[0].family);
    });

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    for (const { http, https } of [this.#agents, this.#streamAgents]) {
      http.destroy();
      https.destroy();
    }
  }
}

interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

function agentsOf(options: AgentOptions): Agents {
  return { http: new HttpAgent(options), https: new HttpsAgent(options) };
}

class HostUnknown extends Error {
  override name = "HostUnknown";
}

function refused(reason: AddressRefusal): OutboundOutcome {
  return { kind: "refused", reason, message: refusals[reason] };
}

function failed(reason: OutboundFault): OutboundOutcome {
  return { kind: "failed", reason, message: faults[reason] };
}

function faultOf(error: unknown): OutboundFault {
  if (error instanceof HostUnknown) return "unknownHost";
  const { code } = error as NodeJS.ErrnoException;
  // A mistake of the caller's, such as a line break in a header.
  if (code === undefined || /^ERR_(INVALID|HTTP|UNESCAPED)/.test(code)) throw error;
  if (code.startsWith("HPE_")) return "invalidAnswer";
  return /^E[A-Z]+$/.test(code) && code !== "EPROTO" ? "unreachable" : "certificate";
}

function isConnectionLost(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ECONNRESET" || code === "EPIPE";
}

/** What another origin than the one that was named is sent of a request's headers. */
function acceptOf(headers: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() === "accept"));
}

function headersOf({ headers }: IncomingMessage): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) found.set(name, typeof value === "string" ? value : value.join(", "));
  return found;
}
