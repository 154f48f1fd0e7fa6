/**
 * The HTTP edge: REST, health and metrics on one Fastify application.
 *
 * ```
 *   request ─► path and method ─► key ─► rate ─► ids in the path ─► rights ─► query ─► body ─► handler ─► answer
 *                404, 405        401 403  429        422          403 404    422   400 413 422  its own
 * ```
 *
 * Everything that can fail throws a `WeftError`, and one function renders it. Requests are checked against the
 * endpoint's declaration before a handler sees them; in tests, answers are checked too.
 */
import { RefusedKey } from "@weft/collab";
import {
  isBytes,
  isOctetStream,
  limits as platformLimits,
  nodeTypeKeyFor,
  warningHeader,
  WeftError,
} from "@weft/protocol";
import type { Auth, ErrorCode, Limits, ProjectId } from "@weft/protocol";
import { doInSlices } from "@weft/room";
import type { Clock } from "@weft/room";
import fastify from "fastify";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerOptions, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { Logger } from "pino";
import type { z } from "zod";
import { systemClock } from "../clock.ts";
import type { ErrorBoundary } from "../error-boundary.ts";
import type { HeldMemory } from "../held-memory.ts";
import type { Metrics } from "../metrics.ts";
import type { AnsweredCall, AnswerHead } from "./answered-call.ts";
import { createAuthenticators } from "./authenticator.ts";
import type { Admission, Authenticators, Caller } from "./authenticator.ts";
import { setCallerAddresses } from "./caller-address.ts";
import type { TrustsProxy } from "./caller-address.ts";
import { checkAnswer } from "./check-answer.ts";
import { allowAnybody, allowCaller, answerPreflight, isClientApi } from "./cors.ts";
import { asWeftError, describeFailure } from "./failure.ts";
import { fileLinkRoutes } from "./file-links.ts";
import { healthRoutes } from "./health.ts";
import { networkOf } from "./network-of.ts";
import { createOneAtATimeServer } from "./one-at-a-time.ts";
import type { HttpPart, UndeclaredRoute } from "./part.ts";
import { PathTemplates } from "./path-templates.ts";
import { TooManyRequests } from "./rates.ts";
import type { Rates } from "./rates.ts";
import { checkStorable, queryReader, readBody, unprocessable } from "./request-reading.ts";
import type { InSlices } from "./request-reading.ts";
import { restRoutes } from "./rest-routes.ts";
import { Encoded } from "./route.ts";
import type { Route } from "./route.ts";
import type { Services } from "./services.ts";
import { hasSeveralHosts, isSocketUpgrade } from "./socket-upgrade.ts";
import { isHandedOver, openUnreadAnswers } from "./unread-answers.ts";
import type { UnreadAnswers } from "./unread-answers.ts";
import { createBodyReader } from "./unread-bodies.ts";
import type { BodyReader } from "./unread-bodies.ts";

export interface HttpOptions {
  /** The origin under which callers reach this server; error bodies link to its pages. */
  readonly publicUrl: string;
  /** The origin of links to files, preferably a separate one. Defaults to the origin of the request. */
  readonly filesUrl?: string;
  readonly log: Logger;
  readonly boundary: ErrorBoundary;
  readonly metrics: Metrics;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  /** The clock of work in slices. */
  readonly clock?: Clock;
  readonly limits?: Partial<Limits>;
  /** Which proxies may name the caller's address. Defaults to none. */
  readonly trustsProxy?: TrustsProxy;
  /** The token that opens `/metrics`. Without it, only callers on this machine may read metrics. */
  readonly metricsToken?: string;
  /** Answers a browser's request for an unknown page with a page; false if the caller should get an error. */
  readonly notFoundPage?: (request: FastifyRequest, reply: FastifyReply) => boolean;
  readonly rates: Rates;
  /** The memory of all input that has not been read to its end. */
  readonly unreadInput: HeldMemory;
  /** The parts that are served beside REST. */
  readonly parts?: readonly HttpPart[];
  /** Called for every call in the name of a project, once it is answered. */
  readonly answered?: (call: AnsweredCall) => void;
  /** Check every answer against its declaration, and fail the request if they differ. For tests. */
  readonly checkResponses?: boolean;
}

/** The application, ready to listen or to be called by `inject`. Closing it ends the server. */
export function createHttp(services: Services, options: HttpOptions): FastifyInstance {
  return new Edge(services, options).app;
}

/** The state of a request while it is being answered. */
interface Progress {
  readonly id: string;
  readonly reply: FastifyReply;
  readonly startedAt: number;
  route: Prepared | undefined;
  /** The caller, as the handler receives it. */
  told: Admission["told"];
  /** The project in whose log it is listed: known once the key is verified. */
  caller: ProjectId | undefined;
  /** The key under which the memory of its body and its answer is counted. */
  countedAs: string;
  /** Bytes of memory that the answer holds until it is read; undefined if its payload says so. */
  heldBytes: number | undefined;
  /** The key was that project's, but is no longer valid. */
  refused: boolean;
  contentType: string | undefined;
  /** The beginning of the answer. */
  answer: AnswerHead | undefined;
  /** What it was answered with, if that was a failure. */
  failure: ErrorCode | undefined;
  path: Record<string, unknown>;
  query: Record<string, unknown>;
}

/** A route with everything that can be computed before the first request. */
interface Prepared extends Route {
  readonly path: z.ZodObject | undefined;
  readonly readQuery: ((url: string) => Record<string, unknown>) | undefined;
  /** Any web page may call it. */
  readonly open: boolean;
  /** Its body is bytes, not JSON. */
  readonly takesBytes: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    weft: Progress;
  }
  interface FastifyContextConfig {
    route?: Prepared;
    /** The name of this route in metrics: the site has an address per page. */
    page?: string;
    /** Answered whatever its caller has left unread. */
    vital?: boolean;
  }
}

/** What Fastify passes to a server factory, of what is set below and of its own defaults. */
interface FactoryOptions {
  readonly http: ServerOptions;
  readonly keepAliveTimeout: number;
  readonly requestTimeout: number;
}

const json = "application/json; charset=utf-8";
const ndjson = "application/x-ndjson";
const octetStream = "application/octet-stream";

class Edge {
  readonly app: FastifyInstance;
  readonly #services: Services;
  readonly #options: HttpOptions;
  readonly #limits: Limits;
  readonly #now: () => number;
  readonly #authenticators: Authenticators;
  readonly #bodies: BodyReader;
  readonly #unread: UnreadAnswers;
  readonly #templates = new PathTemplates<Prepared>();
  readonly #idPrefix = `${randomBytes(6).toString("base64url")}-`;
  #requests = 0;
  readonly #inSlices: InSlices = (work) =>
    doInSlices(work, this.#options.clock ?? systemClock, this.#limits.turnSliceMs);

  constructor(services: Services, options: HttpOptions) {
    this.#services = services;
    this.#options = { ...options, publicUrl: options.publicUrl.replace(/\/$/, "") };
    this.#limits = { ...platformLimits, ...options.limits };
    this.#now = options.now ?? (() => performance.now());
    const { rates, parts = [] } = options;
    this.#authenticators = Object.assign(
      createAuthenticators(services, rates),
      ...parts.map(({ authenticators }) => authenticators),
    );
    this.#bodies = createBodyReader(options.unreadInput, this.#limits, (request) => ({
      caller: this.#countedAs(request),
      project: request.weft.caller,
    }));
    this.#unread = openUnreadAnswers(this.#limits, this.#now);
    this.app = this.#build();
  }

  #build(): FastifyInstance {
    const trusts = this.#options.trustsProxy ?? (() => false);
    const app = fastify({
      trustProxy: trusts,
      bodyLimit: this.#limits.smallBody,
      // The longest time for any request; `#awaitBody` sets shorter ones.
      requestTimeout: Math.max(this.#limits.restBodyTimeoutMs, this.#limits.restUploadTimeoutMs),
      exposeHeadRoutes: false,
      // Calls in progress at shutdown are answered; `health` reports that the server is draining.
      return503OnClosing: false,
      genReqId: () => this.#idPrefix + (this.#requests++).toString(36),
      // The router splits the path as it was sent, and decodes each parameter once: `%2F` in an id is no separator.
      // Ids may take 9 bytes of the path for each of their characters.
      routerOptions: { ignoreTrailingSlash: true, maxParamLength: this.#limits.restHeaders },
      serverFactory: (handle, options) => {
        const { http, keepAliveTimeout, requestTimeout } = options as unknown as FactoryOptions;
        const server = createOneAtATimeServer(http, this.#limits.requestsWaitingPerConnection, handle);
        return Object.assign(server, { keepAliveTimeout, requestTimeout });
      },
      http: {
        // Node checks for expired requests at this interval, so it ends them up to that much later.
        headersTimeout: this.#limits.restHeaderTimeoutMs - lateHeadersCheckMs(this.#limits),
        connectionsCheckingInterval: lateHeadersCheckMs(this.#limits),
        maxHeaderSize: this.#limits.restHeaders,
        shouldUpgradeCallback: (request) => isSocketUpgrade(request),
      },
      frameworkErrors: (error, request, reply) =>
        this.#contain("unroutable request", request, () => {
          this.#begin(request, reply);
          this.#fail(error, request, reply);
          this.#report(request, reply);
        }),
      clientErrorHandler: (error, socket) =>
        this.#options.boundary.run(
          "unreadable request",
          () => this.#refuseUnreadable(error, socket),
          () => socket.destroy(),
        ),
    });
    setCallerAddresses(app, trusts);
    app.decorateRequest("weft", null as unknown as Progress);
    app.addHook("onRequest", (request, reply) => this.#admit(request, reply));
    app.addHook("onSend", (request, reply, payload, done) => {
      const sent = this.#unread.prepare(payload, reply);
      done(null, sent);
      if (!isHandedOver(reply.raw)) this.#unread.watch(this.#countedAs(request), sent, request.weft.heldBytes, reply);
    });
    app.addHook("onClose", async () => this.#unread[Symbol.dispose]());
    app.addHook("onResponse", (request, reply, done) => {
      this.#contain("request report", request, () => this.#report(request, reply));
      done();
    });
    app.setErrorHandler((error, request, reply) => this.#fail(error, request, reply));
    // Reached only from routes that report nothing found themselves: unknown paths end in `#admit`.
    app.setNotFoundHandler((request, reply) => this.#fail(new WeftError("NOT_FOUND"), request, reply));

    // Bodies are parsed as JSON regardless of their type; `#admit` has removed the header.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (request: FastifyRequest) => {
      const { route } = request.routeOptions.config;
      const longest = route === undefined ? this.#limits.smallBody : this.#limits[route.endpoint.bodyLimit];
      return this.#bodies.read(request, request.weft.reply, longest, route?.takesBytes === true);
    });

    const { publicUrl, parts = [] } = this.#options;
    for (const route of [...restRoutes(publicUrl), ...parts.flatMap(({ routes }) => routes)]) this.#add(app, route);
    for (const route of parts.flatMap(({ plain }) => plain)) app.route(route);
    const health: readonly UndeclaredRoute[] = healthRoutes(this.#services, this.#options);
    const undeclared: readonly UndeclaredRoute[] = [
      ...health,
      ...fileLinkRoutes(this.#services),
      ...parts.flatMap((part) => part.undeclared),
    ];
    for (const undeclaredRoute of undeclared) {
      const { method = "GET", template, admit, handler } = undeclaredRoute;
      this.#templates.add(method, template, undefined);
      app.route({
        method,
        url: routerPath(template),
        config: { vital: health.includes(undeclaredRoute) },
        ...(admit !== undefined && { onRequest: admit }),
        handler: (request, reply) => {
          checkStorable(request.params);
          return handler(request, reply);
        },
      });
    }
    return app;
  }

  #add(app: FastifyInstance, route: Route) {
    const { endpoint } = route;
    const prepared: Prepared = {
      ...route,
      path: endpoint.path,
      readQuery: endpoint.query && queryReader(endpoint.query),
      open: endpoint.auth === "publicKeyInBody",
      takesBytes: isBytes(endpoint.body),
    };
    this.#templates.add(endpoint.method, endpoint.template, prepared);
    app.route({
      method: endpoint.method,
      url: routerPath(endpoint.template),
      bodyLimit: this.#limits[endpoint.bodyLimit],
      config: { route: prepared },
      handler: (request, reply) => this.#answer(prepared, request, reply),
    });
  }

  #begin(request: FastifyRequest, reply: FastifyReply) {
    request.weft = {
      id: request.id,
      reply,
      startedAt: this.#now(),
      route: undefined,
      told: {},
      caller: undefined,
      countedAs: "",
      heldBytes: undefined,
      refused: false,
      contentType: undefined,
      answer: undefined,
      failure: undefined,
      path: {},
      query: {},
    };
    reply.header("X-Request-Id", request.id).header("X-Content-Type-Options", "nosniff");
  }

  /** The checks before the body is read. */
  async #admit(request: FastifyRequest, reply: FastifyReply) {
    this.#begin(request, reply);
    const { url = "/" } = request.raw;
    if (hasSeveralHosts(request.raw)) throw new WeftError("BAD_REQUEST", { message: "The request has two hosts." });
    if (request.routeOptions.config.route?.takesBytes !== true) this.#awaitBody(request.raw);
    if (isClientApi(url)) allowCaller(request, reply);
    const { route, page, vital } = request.routeOptions.config;
    if (page !== undefined || request.is404) this.#options.rates.take("page", networkOf(request.ip));
    if (route === undefined && vital !== true) this.#unread.check(this.#countedAs(request));
    if (request.is404) return this.#unmatched(url, request, reply);
    // Health, metrics and the files of the site have no declaration to check against.
    if (route === undefined) return undefined;
    const { weft } = request;
    weft.route = route;
    const contentType = request.headers["content-type"];
    weft.contentType = contentType;
    delete request.raw.headers["content-type"];
    if (route.open) allowAnybody(reply);
    if (route.endpoint.deprecated !== undefined) reply.header(warningHeader, route.endpoint.deprecated);

    const caller = await this.#recognise(route.endpoint.auth, request, reply);
    if (route.path !== undefined) {
      checkStorable(request.params);
      const path = route.path.safeParse(request.params);
      if (!path.success) throw unprocessable(path.error, request.params);
      weft.path = path.data;
    }
    // Access to the resource in the path is checked before the rest of the request.
    const { told, countedAs } = await caller.admit(route.endpoint, weft.path);
    weft.told = told;
    if (route.readQuery !== undefined) weft.query = route.readQuery(url);
    if (isOctetStream(route.endpoint.body) && contentType?.split(";", 1)[0]?.trim().toLowerCase() !== octetStream)
      throw new WeftError("BAD_REQUEST", { message: `The body must be sent as ${octetStream}.` });
    if (countedAs !== "") weft.countedAs = countedAs;
    // A caller reads its answers before it gets more (G14).
    this.#unread.check(this.#countedAs(request));
    return undefined;
  }

  /** Strangers are counted by their network. */
  #countedAs({ weft, ip }: FastifyRequest): string {
    return weft.countedAs === "" ? `network ${networkOf(ip)}` : weft.countedAs;
  }

  /** Ends a request whose body does not arrive in time. Files may take longer: some lines are slow. */
  #awaitBody(request: IncomingMessage) {
    const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
    if (length === "0" && encoding === undefined) return;
    const tooLate = { name: "Error", message: "The body was not received in time.", code: "ERR_HTTP_REQUEST_TIMEOUT" };
    const { socket } = request;
    const timer = setTimeout(
      () =>
        this.#options.boundary.run(
          "late body",
          () => this.#refuseUnreadable(tooLate, socket),
          () => socket.destroy(),
        ),
      this.#limits.restBodyTimeoutMs,
    );
    request.once("close", () => clearTimeout(timer));
  }

  /** No route has this path and method: the path may exist for other methods. */
  #unmatched(url: string, request: FastifyRequest, reply: FastifyReply) {
    const methods = this.#templates.match(url);
    const isPreflight = request.method === "OPTIONS";
    if (methods === undefined && !(isPreflight && isClientApi(url))) {
      if (this.#options.notFoundPage?.(request, reply) === true) return reply;
      throw new WeftError("NOT_FOUND");
    }
    const allow = [...(methods?.keys() ?? []), "OPTIONS"].join(", ");
    reply.header("Allow", allow);
    const open = methods?.values().some((route) => route?.open) ?? false;
    if (open) allowAnybody(reply);
    if (!isPreflight) throw new WeftError("METHOD_NOT_ALLOWED");
    if (open) answerPreflight(request, reply, allow);
    if (isClientApi(url)) answerPreflight(request, reply, "GET, POST, PUT, PATCH, DELETE, OPTIONS");
    return reply.code(204).send();
  }

  /** Identifies the caller and counts the call. A revoked key still identifies the project that logs the call. */
  async #recognise(auth: Auth, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const { weft } = request;
    const authenticator = this.#authenticators[auth];
    if (authenticator === undefined) throw new Error(`Nothing knows callers by "${auth}".`);
    try {
      const caller = await authenticator.recognise(request, reply);
      weft.caller = caller.logged;
      if (caller.rate !== undefined) this.#options.rates.take(...caller.rate);
      return caller;
    } catch (error) {
      const refused = error instanceof TooManyRequests ? error.cause : error;
      if (refused instanceof RefusedKey) {
        weft.caller = refused.project;
        weft.refused = true;
      }
      throw error;
    }
  }

  async #answer(route: Prepared, request: FastifyRequest, reply: FastifyReply) {
    const { endpoint } = route;
    const sent = request.body as Buffer | undefined;
    const read = route.takesBytes ? (sent ?? Buffer.alloc(0)) : readBody(endpoint, sent, this.#inSlices);
    const body = read instanceof Promise ? await read : read;
    const { path, query, told } = request.weft;
    // Links never use `X-Forwarded-Host`: a caller may have sent it.
    const origin = () => this.#options.filesUrl ?? `${request.protocol}://${request.headers.host}`;
    const nodeTypeKey = nodeTypeKeyFor(request.headers);
    const page = request.headers.origin;
    const disconnected = () => disconnectionOf(reply.raw);
    const address = request.ip;
    const unknown = { project: undefined, entered: undefined, person: undefined, program: undefined };
    const named = { path, query, body, sent, mediaType: request.weft.contentType };
    const call = { ...unknown, ...told, ...named, origin, page, nodeTypeKey, disconnected, address };
    const handled = await route.handle(call, this.#services);
    const answer = this.#options.checkResponses === true ? await checkAnswer(endpoint, handled) : handled;

    reply.code(endpoint.status);
    if ("empty" in endpoint.returns) return reply.send();
    const isLines = "lines" in endpoint.returns;
    reply.header("Content-Type", isLines ? ndjson : "octets" in endpoint.returns ? octetStream : json);
    if (!(answer instanceof Encoded)) {
      const text = JSON.stringify(answer);
      request.weft.answer = { head: text, bytes: Buffer.byteLength(text) };
      return reply.send(text);
    }
    if (!isWhole(answer.pieces)) {
      // At most two pieces are made before the caller has read those before them.
      request.weft.answer = { head: undefined, bytes: 0 };
      return reply.send(Readable.from(answer.pieces));
    }
    const size = answer.pieces.reduce((sum, piece) => sum + piece.length, 0);
    request.weft.answer = { head: "octets" in endpoint.returns ? undefined : answer.pieces[0], bytes: size };
    if (answer.pieces.length === 1) return reply.send(answer.pieces[0]);
    request.weft.heldBytes = size;
    return reply.send(Readable.from(answer.pieces));
  }

  /** The only place where a failure becomes an answer. */
  #fail(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    let failure = asWeftError(error);
    const endpoint = request.weft.route?.endpoint;
    // To users, a deleted room and one that they may not enter look alike (G11).
    if (failure.code === "ROOM_NOT_FOUND" && endpoint?.auth === "user")
      failure = new WeftError("UNAUTHORIZED_ROOM_ACCESS", { cause: failure });
    if (this.#options.checkResponses === true && endpoint !== undefined && !endpoint.errors.includes(failure.code)) {
      const message = `${endpoint.id} does not list ${failure.code}.`;
      failure = new WeftError("INTERNAL_SERVER_ERROR", { cause: new Error(message, { cause: error }) });
    }
    // The operator can fix these; the caller cannot.
    if (failure.entry.status >= 500) {
      const entry = { request: request.weft.id, route: routeName(request), err: failure.cause ?? failure };
      if (failure.code === "INTERNAL_SERVER_ERROR") this.#options.log.error(entry, "request failed");
      else this.#options.log.warn(entry, "request put off");
    }
    request.weft.failure = failure.code;
    if (failure instanceof TooManyRequests) reply.header("Retry-After", String(failure.retryAfterSeconds));
    reply.code(failure.entry.status);
    // A client treats any body as the bytes that it asked for.
    if (endpoint?.auth === "user" && "octets" in endpoint.returns) return void reply.send();
    const body = describeFailure(failure, this.#options.publicUrl);
    const forSite = endpoint?.auth === "session";
    const text = JSON.stringify(forSite ? { ...body, requestId: request.weft.id } : body);
    request.weft.answer = { head: text, bytes: Buffer.byteLength(text) };
    reply.header("Content-Type", json).send(text);
  }

  /** An unexpected error outside of Fastify's own handling ends this request's connection, and no other. */
  #contain(what: string, request: FastifyRequest, handler: () => unknown) {
    this.#options.boundary.run(what, handler, () => request.raw.socket.destroy());
  }

  #report(request: FastifyRequest, reply: FastifyReply) {
    const tookMs = this.#now() - request.weft.startedAt;
    const route = routeName(request);
    this.#options.metrics.requestAnswered(request.method, route, reply.statusCode, tookMs);
    const { weft } = request;
    if (weft.route !== undefined && weft.caller !== undefined)
      this.#options.answered?.({
        project: weft.caller,
        id: weft.id,
        endpoint: weft.route.endpoint,
        status: reply.statusCode,
        tookMs,
        failure: weft.failure,
        refused: weft.refused,
        sent: {
          url: request.raw.url ?? "/",
          headers: request.raw.headers,
          contentType: weft.contentType,
          body: request.body as Buffer | undefined,
          takesBytes: weft.route.takesBytes,
        },
        answer: weft.answer,
      });
    this.#options.log.info(
      {
        request: request.weft.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(tookMs * 100) / 100,
      },
      "request answered",
    );
  }

  /** Handles bytes that Node could not parse as a request, or that arrived too slowly: there is no request object. */
  #refuseUnreadable(error: NodeJS.ErrnoException, socket: NodeJS.WritableStream & { destroy(error?: Error): void }) {
    if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
    const status = unreadable.get(error.code ?? "") ?? "400 Bad Request";
    const body = JSON.stringify(describeFailure(new WeftError("BAD_REQUEST"), this.#options.publicUrl));
    this.#options.log.info({ code: error.code, status }, "request unreadable");
    return socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: ${json}\r\nX-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  }
}

const unreadable: ReadonlyMap<string, string> = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
]);

function lateHeadersCheckMs({ restHeaderTimeoutMs }: Limits): number {
  return Math.min(1_000, Math.ceil(restHeaderTimeoutMs / 10));
}

function isWhole(pieces: Encoded["pieces"]): pieces is readonly Uint8Array[] {
  return Array.isArray(pieces);
}

/** Aborts when the client disconnects before it has the whole answer. */
function disconnectionOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(new WeftError("BAD_REQUEST", { message: "The client disconnected." }));
  if (response.destroyed) abort();
  else response.once("close", abort);
  return controller.signal;
}

function routerPath(template: string) {
  return template.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** The template of the request's path: the path itself and the query may hold secrets, which must not be logged. */
function routeName(request: FastifyRequest) {
  return (
    request.weft.route?.endpoint.template ??
    request.routeOptions.config.page ??
    (request.is404 ? "unmatched" : (request.routeOptions.url ?? "unmatched"))
  );
}
