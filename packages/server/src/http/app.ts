/**
 * The HTTP edge: REST, health and metrics on one Fastify application.
 *
 * ```
 *   request ─► path and method ─► key ─► rate ─► path and query ─► body ─► handler ─► answer
 *                404, 405        401 403  429      400 422       400 413 422  its own
 * ```
 *
 * Everything that can fail throws a `WeftError`, and one function renders it. What a caller sent is checked against the
 * endpoint's declaration before a handler sees it; in tests, what a handler answers is checked too.
 */
import { RefusedKey } from "@weft/collab";
import type { ProjectRecord } from "@weft/collab";
import type { Stepwise } from "@weft/crdt";
import {
  endpoints as declaredEndpoints,
  explainIssues,
  isBytes,
  isOctetStream,
  limits as platformLimits,
  nodeTypeKeyFor,
  parameterOf,
  warningHeader,
  WeftError,
} from "@weft/protocol";
import type { Endpoint, ErrorBody, ErrorCode, InternalEndpoint, Limits, ProjectId } from "@weft/protocol";
import { doInSlices } from "@weft/room";
import type { Clock } from "@weft/room";
import { StoreUnavailable } from "@weft/store";
import fastify from "fastify";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { finished, Readable } from "node:stream";
import type { Logger } from "pino";
import type { z } from "zod";
import { systemClock } from "../clock.ts";
import type { ErrorBoundary } from "../error-boundary.ts";
import type { Metrics } from "../metrics.ts";
import { describeContents } from "../site/activity/request-contents.ts";
import type { AnswerHead } from "../site/activity/request-contents.ts";
import { streamRoutes } from "../site/activity/streams.ts";
import { exportFileRoutes } from "../site/exports/export-file-routes.ts";
import { accountOf, admit } from "../site/admission.ts";
import { createAttempts } from "../site/attempts.ts";
import type { Attempts } from "../site/attempts.ts";
import { projectApiRoutes } from "../site/project-api.ts";
import { siteRoutes } from "../site/routes.ts";
import { refuseForeign } from "../site/same-origin.ts";
import { signInRoutes } from "../site/sign-in-routes.ts";
import type { Account } from "../site/sign-in.ts";
import type { Admitted } from "../site/site-route.ts";
import { authRoutes } from "./auth.ts";
import { allowAnybody, allowCaller, answerPreflight, isClientApi } from "./cors.ts";
import type { TrustsProxy } from "./caller-address.ts";
import { checkInSteps } from "./check-in-steps.ts";
import { documentRoutes } from "./documents.ts";
import { fileLinkRoutes } from "./file-links.ts";
import { healthRoutes } from "./health.ts";
import { largeBody, parseJson, parseJsonInSteps } from "./json-body.ts";
import { networkOf } from "./network-of.ts";
import { openApiRoutes } from "./openapi.ts";
import { createRateLimiter } from "./rate-limit.ts";
import type { RateLimiter } from "./rate-limit.ts";
import { roomRoutes } from "./rooms.ts";
import { Encoded } from "./route.ts";
import type { Route } from "./route.ts";
import type { Services } from "./services.ts";
import { storageFileRoutes } from "./storage-files.ts";
import { storageRoutes } from "./storage.ts";
import { versionRoutes } from "./versions.ts";
import { enter, identify } from "./visitor.ts";
import type { Visit, Visitor } from "./visitor.ts";

export interface HttpOptions {
  /** The origin under which callers reach this server; error bodies link to its pages. */
  readonly publicUrl: string;
  /** The origin of links to files, best one of their own; by default the one at which the caller asked. */
  readonly filesUrl?: string;
  readonly log: Logger;
  readonly boundary: ErrorBoundary;
  readonly metrics: Metrics;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  /** For work in slices. */
  readonly clock?: Clock;
  readonly limits?: Partial<Limits>;
  /** Which proxies may name the caller's address. Defaults to none. */
  readonly trustsProxy?: TrustsProxy;
  /** Opens `/metrics` to callers who show it. Without it, only callers on this machine may read them. */
  readonly metricsToken?: string;
  /** Answers a person whose address leads nowhere with a page; false where an error is due. */
  readonly notFoundPage?: (request: FastifyRequest, reply: FastifyReply) => boolean;
  /** Whether a project's log shows what was in its requests. Defaults to true. */
  readonly requestContents?: boolean;
  /** Check every answer against its declaration, and fail the request where they differ. For tests. */
  readonly checkResponses?: boolean;
}

/** The application, ready to listen or to be asked by `inject`. Closing it ends the server. */
export function openHttp(services: Services, options: HttpOptions): FastifyInstance {
  return new Edge(services, options).app;
}

/** Every implemented endpoint. */
const restRoutes = (publicUrl: string): readonly Route[] => [
  ...roomRoutes,
  ...storageRoutes,
  ...storageFileRoutes,
  ...documentRoutes,
  ...versionRoutes,
  ...authRoutes,
  ...openApiRoutes(declaredEndpoints, publicUrl),
];

/** What is known of a request while it is being answered. */
interface Progress {
  readonly id: string;
  readonly startedAt: number;
  route: Prepared | undefined;
  project: ProjectRecord | undefined;
  visit: Visit | undefined;
  admitted: Admitted | undefined;
  /** The project in whose log it is listed: known as soon as the key is. */
  caller: ProjectId | undefined;
  /** The key was that project's, and opened nothing. */
  refused: boolean;
  contentType: string | undefined;
  /** How the answer begins. */
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
  /** Its body is bytes and not JSON. */
  readonly takesBytes: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    weft: Progress;
  }
  interface FastifyContextConfig {
    route?: Prepared;
    /** What metrics call this route: the site has an address per page. */
    page?: string;
  }
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
  readonly #perKey: RateLimiter;
  readonly #perAddress: RateLimiter;
  readonly #perUser: RateLimiter;
  readonly #forms: Attempts;
  readonly #templates = new PathTemplates();
  readonly #idPrefix = `${randomBytes(6).toString("base64url")}-`;
  #requests = 0;
  readonly #inSlices: InSlices = (work) =>
    doInSlices(work, this.#options.clock ?? systemClock, this.#limits.turnSliceMs);
  /** Bytes of encoded answers whose callers have not taken them yet. */
  #unsent = 0;
  /** Bytes of files that are coming in, or whose calls are not answered yet. */
  #uploading = 0;
  readonly #uploadingBy = new Map<string, number>();

  constructor(services: Services, options: HttpOptions) {
    this.#services = services;
    this.#options = { ...options, publicUrl: options.publicUrl.replace(/\/$/, "") };
    this.#limits = { ...platformLimits, ...options.limits };
    this.#now = options.now ?? (() => performance.now());
    const { restRatePerSecond, restRateBurst, restAddressRatePerSecond, restAddressRateBurst } = this.#limits;
    const { restUserRatePerSecond, restUserRateBurst } = this.#limits;
    this.#perKey = createRateLimiter({ perSecond: restRatePerSecond, burst: restRateBurst });
    this.#perAddress = createRateLimiter({ perSecond: restAddressRatePerSecond, burst: restAddressRateBurst });
    this.#perUser = createRateLimiter({ perSecond: restUserRatePerSecond, burst: restUserRateBurst });
    this.#forms = createAttempts({ attempts: this.#limits.formsPerAddress, windowMs: this.#limits.formWindowMs });
    this.app = this.#build();
  }

  #build(): FastifyInstance {
    const app = fastify({
      trustProxy: this.#options.trustsProxy ?? false,
      bodyLimit: this.#limits.smallBody,
      // The longest that any request may take; `#awaitBody` has the others end sooner.
      requestTimeout: Math.max(this.#limits.restBodyTimeoutMs, this.#limits.restUploadTimeoutMs),
      exposeHeadRoutes: false,
      // Calls that are under way when the server leaves are answered; who drains it says so through `health`.
      return503OnClosing: false,
      genReqId: () => this.#idPrefix + (this.#requests++).toString(36),
      // The router splits the path as it was sent, and decodes each parameter once: `%2F` in an id is no separator.
      // Ids may take 9 bytes of the path for each of their characters.
      routerOptions: { ignoreTrailingSlash: true, maxParamLength: this.#limits.restHeaders },
      http: {
        // Node looks for requests that are over their time at an interval, and so ends them that much later.
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
    app.decorateRequest("weft", null as unknown as Progress);
    app.addHook("onRequest", (request, reply) => this.#admit(request, reply));
    app.addHook("onResponse", (request, reply, done) => {
      this.#contain("request report", request, () => this.#report(request, reply));
      done();
    });
    app.setErrorHandler((error, request, reply) => this.#fail(error, request, reply));
    // Only routes that find nothing themselves come here: unknown paths end in `#admit`.
    app.setNotFoundHandler((request, reply) => this.#fail(new WeftError("NOT_FOUND"), request, reply));

    // Bodies are JSON whatever they call themselves; `#admit` has taken their type away.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

    const rest = restRoutes(this.#options.publicUrl);
    for (const route of [...rest, ...projectApiRoutes(rest), ...siteRoutes]) this.#add(app, route);
    for (const { method, url, handler } of signInRoutes(this.#services.site, {
      limits: this.#limits,
      now: this.#services.now,
    }))
      app.route({
        method,
        url,
        // Whether or not its tries are counted: states and challenges are kept for whoever asks.
        onRequest: async (request, reply) => this.#take(this.#perAddress, request.ip, request, reply),
        handler,
      });
    const undeclared = [
      ...healthRoutes(this.#services, this.#options),
      ...fileLinkRoutes(this.#services),
      ...streamRoutes(this.#services, this.#limits),
      ...exportFileRoutes(this.#services),
    ];
    for (const { template, handler } of undeclared) {
      this.#templates.add("GET", template, undefined);
      app.route({ method: "GET", url: routerPath(template), handler });
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
      startedAt: this.#now(),
      route: undefined,
      project: undefined,
      visit: undefined,
      admitted: undefined,
      caller: undefined,
      refused: false,
      contentType: undefined,
      answer: undefined,
      failure: undefined,
      path: {},
      query: {},
    };
    reply.header("X-Request-Id", request.id).header("X-Content-Type-Options", "nosniff");
  }

  /** Everything that is decided before the body is read. */
  async #admit(request: FastifyRequest, reply: FastifyReply) {
    this.#begin(request, reply);
    const { url = "/" } = request.raw;
    // Proxies differ in which of them they pass on (RFC 9112, 3.2).
    if (hasSeveralHosts(request.raw)) throw new WeftError("BAD_REQUEST", { message: "The request names two hosts." });
    if (request.routeOptions.config.route?.takesBytes !== true) this.#awaitBody(request.raw);
    if (isClientApi(url)) allowCaller(request, reply);
    if (request.is404) return this.#unmatched(url, request, reply);
    const { route } = request.routeOptions.config;
    // Health, metrics and the files of the site have no declaration to be held to.
    if (route === undefined) return undefined;
    const { weft } = request;
    weft.route = route;
    const contentType = request.headers["content-type"];
    weft.contentType = contentType;
    delete request.raw.headers["content-type"];
    if (route.open) allowAnybody(reply);
    if (route.endpoint.deprecated !== undefined) reply.header(warningHeader, route.endpoint.deprecated);

    if (route.endpoint.auth === "secret") weft.project = await this.#authenticate(request, reply);
    else if (route.endpoint.auth === "publicKeyInBody") this.#take(this.#perAddress, request.ip, request, reply);
    const visitor = route.endpoint.auth === "user" ? await this.#identify(request, reply) : undefined;
    const account = route.endpoint.auth === "session" ? await this.#recognise(request, reply) : undefined;

    if (route.path !== undefined) {
      const path = route.path.safeParse(request.params);
      if (!path.success) throw unprocessable(path.error, request.params);
      weft.path = path.data;
    }
    // Whether somebody may know of a team comes before what they got wrong.
    if (route.endpoint.auth === "session") {
      const { role } = route.endpoint as InternalEndpoint;
      weft.admitted = await admit(role, account, weft.path, this.#services.site);
      weft.project = weft.admitted.project;
      if (role === "anyone" && route.endpoint.method === "POST") this.#takeForm(request, reply);
    }
    if (route.readQuery !== undefined) weft.query = route.readQuery(url);
    if (visitor !== undefined)
      weft.visit = await enter(visitor, String(weft.path["roomId"]), route.endpoint.needs ?? {}, this.#services.rooms);
    if (isOctetStream(route.endpoint.body) && contentType?.split(";", 1)[0]?.trim().toLowerCase() !== octetStream)
      throw new WeftError("BAD_REQUEST", { message: `The body must be sent as ${octetStream}.` });
    if (route.takesBytes) this.#makeRoom(visitor?.countedAs ?? weft.project?.id ?? "", route, request, reply);
    return undefined;
  }

  /** Files are kept in memory while they come in; whoever finds no room is asked to come again (G14). */
  #makeRoom(caller: string, { endpoint }: Prepared, request: FastifyRequest, reply: FastifyReply) {
    const largest = this.#limits[endpoint.bodyLimit];
    const announced = Number(request.headers["content-length"] ?? Number.NaN);
    const size = announced <= largest ? announced : largest;
    const own = (this.#uploadingBy.get(caller) ?? 0) + size;
    if (own > this.#limits.restUploadingPerCaller || this.#uploading + size > this.#limits.restUploading)
      throw new WeftError("SERVICE_UNAVAILABLE");
    this.#uploading += size;
    this.#uploadingBy.set(caller, own);
    finished(reply.raw, () => {
      this.#uploading -= size;
      const left = this.#uploadingBy.get(caller)! - size;
      if (left === 0) this.#uploadingBy.delete(caller);
      else this.#uploadingBy.set(caller, left);
    });
  }

  /** A body that does not come in time is not waited for. Files may take longer: people have slow lines. */
  #awaitBody(request: IncomingMessage) {
    const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
    if (length === "0" && encoding === undefined) return;
    const tooLate = { name: "Error", message: "The body did not come in time.", code: "ERR_HTTP_REQUEST_TIMEOUT" };
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

  /** No route of this path and method: the path may be known for other methods. */
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

  async #authenticate(request: FastifyRequest, reply: FastifyReply): Promise<ProjectRecord> {
    const { authorization = "" } = request.headers;
    let project: ProjectRecord;
    try {
      const seen = { inBrowser: request.headers.origin !== undefined, from: networkOf(request.ip) };
      project = await this.#services.accounts.authenticateSecret(authorization, seen);
    } catch (error) {
      // Trying keys is slowed down by address: whoever has a key never comes here.
      this.#attribute(error, request);
      if (error instanceof WeftError) this.#take(this.#perAddress, request.ip, request, reply);
      throw error;
    }
    request.weft.caller = project.id;
    this.#take(this.#perKey, authorization.slice(authorization.lastIndexOf(" ") + 1), request, reply);
    return project;
  }

  /** Who calls the site's own API, if anybody is signed in. */
  async #recognise(request: FastifyRequest, reply: FastifyReply): Promise<Account | undefined> {
    reply.header("Cache-Control", "no-store");
    refuseForeign(request, this.#options.publicUrl);
    const account = await accountOf(request, reply, this.#services.site);
    if (account === undefined) this.#take(this.#perAddress, request.ip, request, reply);
    else this.#take(this.#perUser, account.person.id, request, reply);
    return account;
  }

  async #identify(request: FastifyRequest, reply: FastifyReply): Promise<Visitor> {
    const { authorization = "" } = request.headers;
    let visitor: Visitor;
    try {
      visitor = await identify(authorization, request.headers.origin, request.ip, this.#services);
    } catch (error) {
      this.#attribute(error, request);
      if (error instanceof WeftError) this.#take(this.#perAddress, request.ip, request, reply);
      throw error;
    }
    request.weft.caller = visitor.project;
    this.#take(this.#perUser, visitor.countedAs, request, reply);
    return visitor;
  }

  /** A key that opens nothing still tells whose log is to say so. */
  #attribute(error: unknown, { weft }: FastifyRequest) {
    if (!(error instanceof RefusedKey)) return;
    weft.caller = error.project;
    weft.refused = true;
  }

  #take(limiter: RateLimiter, key: string, request: FastifyRequest, reply: FastifyReply) {
    const waitMs = limiter.take(key, request.weft.startedAt);
    if (waitMs === 0) return;
    reply.header("Retry-After", String(Math.max(1, Math.ceil(waitMs / 1_000))));
    throw new WeftError("TOO_MANY_REQUESTS");
  }

  /** Forms that anybody may send are few from one address. */
  #takeForm(request: FastifyRequest, reply: FastifyReply) {
    const waitMs = this.#forms.take(request.ip, request.weft.startedAt);
    if (waitMs === 0) return;
    reply.header("Retry-After", String(Math.ceil(waitMs / 1_000)));
    throw new WeftError("TOO_MANY_REQUESTS");
  }

  async #answer(route: Prepared, request: FastifyRequest, reply: FastifyReply) {
    const { endpoint } = route;
    const sent = request.body as Buffer | undefined;
    const read = route.takesBytes
      ? (sent ?? Buffer.alloc(0))
      : endpoint.body && readBody(endpoint.body, endpoint.bodyRequired, sent, this.#inSlices);
    const body = read instanceof Promise ? await read : read;
    // Whoever asks for big documents and does not read them holds our memory; newcomers are refused first (G14).
    if (this.#unsent > this.#limits.restUnsent) throw new WeftError("SERVICE_UNAVAILABLE");
    const { path, query, project, visit, admitted } = request.weft;
    // `X-Forwarded-Host` chooses no address of a link: a caller may have sent it.
    const origin = () => this.#options.filesUrl ?? `${request.protocol}://${request.headers.host}`;
    const nodeTypeKey = nodeTypeKeyFor(request.headers);
    const page = request.headers.origin;
    const isGone = () => reply.raw.destroyed;
    const address = request.ip;
    const call = { ...admitted, path, query, body, project, visit, origin, page, nodeTypeKey, isGone, address };
    const answer = await route.handle(call, this.#services);
    if (this.#options.checkResponses === true) checkAnswer(endpoint, answer);

    reply.code(endpoint.status);
    if ("empty" in endpoint.returns) return reply.send();
    const isLines = "lines" in endpoint.returns;
    reply.header("Content-Type", isLines ? ndjson : "octets" in endpoint.returns ? octetStream : json);
    if (!(answer instanceof Encoded)) {
      const text = JSON.stringify(answer);
      request.weft.answer = { head: text, bytes: Buffer.byteLength(text) };
      return reply.send(text);
    }
    const size = answer.pieces.reduce((sum, piece) => sum + piece.length, 0);
    request.weft.answer = { head: "octets" in endpoint.returns ? undefined : answer.pieces[0], bytes: size };
    if (answer.pieces.length === 1) return reply.send(answer.pieces[0]);
    this.#unsent += size;
    finished(reply.raw, () => (this.#unsent -= size));
    return reply.send(Readable.from(answer.pieces));
  }

  /** The one place where a failure becomes an answer. */
  #fail(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    let failure = asWeftError(error);
    const endpoint = request.weft.route?.endpoint;
    // To users, a room that is gone and one that they may not enter look alike (G11).
    if (failure.code === "ROOM_NOT_FOUND" && endpoint?.auth === "user")
      failure = new WeftError("UNAUTHORIZED_ROOM_ACCESS", { cause: failure });
    if (this.#options.checkResponses === true && endpoint !== undefined && !endpoint.errors.includes(failure.code)) {
      const message = `${endpoint.id} does not list ${failure.code}.`;
      failure = new WeftError("INTERNAL_SERVER_ERROR", { cause: new Error(message, { cause: error }) });
    }
    // Whoever calls cannot mend these; whoever runs the server can.
    if (failure.entry.status >= 500) {
      const entry = { request: request.weft.id, route: routeName(request), err: failure.cause ?? failure };
      if (failure.code === "INTERNAL_SERVER_ERROR") this.#options.log.error(entry, "request failed");
      else this.#options.log.warn(entry, "request put off");
    }
    request.weft.failure = failure.code;
    reply.code(failure.entry.status);
    // A client takes whatever comes for the bytes that it asked for.
    if (endpoint?.auth === "user" && "octets" in endpoint.returns) return void reply.send();
    const body = this.#describe(failure);
    const forSite = endpoint?.auth === "session";
    const text = JSON.stringify(forSite ? { ...body, requestId: request.weft.id } : body);
    request.weft.answer = { head: text, bytes: Buffer.byteLength(text) };
    reply.header("Content-Type", json).send(text);
  }

  #describe(failure: WeftError): ErrorBody {
    return {
      error: failure.code,
      message: failure.message,
      suggestion: failure.suggestion,
      docs: `${this.#options.publicUrl}/docs/errors/${failure.code}`,
    };
  }

  /** An unexpected error outside of Fastify's own handling ends this request's connection, and no other. */
  #contain(what: string, request: FastifyRequest, handler: () => unknown) {
    this.#options.boundary.run(what, handler, () => request.raw.socket.destroy());
  }

  #report(request: FastifyRequest, reply: FastifyReply) {
    const tookMs = this.#now() - request.weft.startedAt;
    const route = routeName(request);
    this.#options.metrics.requestAnswered(request.method, route, reply.statusCode, tookMs);
    this.#record(request, reply.statusCode, tookMs);
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

  /** Tells the project's log of a call of its back end, or of one of its clients. */
  #record(request: FastifyRequest, status: number, tookMs: number) {
    const { id, route, caller, refused, failure, contentType, answer } = request.weft;
    if (route === undefined || caller === undefined) return;
    const { endpoint, takesBytes } = route;
    const keepsContents = this.#options.requestContents !== false;
    const body = request.body as Buffer | undefined;
    const { url = "/", headers } = request.raw;
    this.#services.activity.recorder.requestAnswered(
      {
        project: caller,
        id,
        method: request.method,
        path: endpoint.template,
        status,
        durationMs: Math.round(tookMs * 100) / 100,
        key: endpoint.auth === "secret" ? (request.headers.authorization ?? "").trimEnd().slice(-4) : null,
        errorCode: failure ?? null,
      },
      {
        turnedAway: refused || failure === "TOO_MANY_REQUESTS",
        contents: keepsContents
          ? {
              endpoint: endpoint.id,
              describe: () => describeContents({ url, headers, contentType, body, takesBytes, answer }, this.#limits),
            }
          : undefined,
      },
    );
  }

  /** Bytes that Node could not read as a request, or that came too slowly: there is no request to answer to. */
  #refuseUnreadable(error: NodeJS.ErrnoException, socket: NodeJS.WritableStream & { destroy(error?: Error): void }) {
    if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
    const status = unreadable.get(error.code ?? "") ?? "400 Bad Request";
    const body = JSON.stringify(this.#describe(new WeftError("BAD_REQUEST")));
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

function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === "host") hosts++;
  return hosts > 1;
}

const socketPath = /^\/(v\d+\/?|internal\/projects\/[^/]+\/inspect)$/;

/**
 * Whether a request becomes a socket. Every other one that asks for an upgrade is answered as if it had not (RFC 9110,
 * 7.8): Java's HTTP client and `curl --http2` ask for `h2c` with ordinary calls.
 */
function isSocketUpgrade(request: IncomingMessage): boolean {
  const { upgrade = "", host } = request.headers;
  if (request.method !== "GET" || host === undefined || hasSeveralHosts(request)) return false;
  if (upgrade.trim().toLowerCase() !== "websocket") return false;
  const path = URL.parse(request.url ?? "", "http://localhost")?.pathname;
  return path !== undefined && socketPath.test(path);
}

function routerPath(template: string) {
  return template.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** The template of the request's path: the path itself, and the query above all, may hold what no log may hold. */
function routeName(request: FastifyRequest) {
  return (
    request.weft.route?.endpoint.template ??
    request.routeOptions.config.page ??
    (request.is404 ? "unmatched" : (request.routeOptions.url ?? "unmatched"))
  );
}

type InSlices = <T>(work: Stepwise<T>) => Promise<T>;

/** A promise only for a large body. */
function readBody(schema: z.ZodType, required: boolean, bytes: Buffer | undefined, inSlices: InSlices): unknown {
  const isEmpty = bytes === undefined || bytes.length === 0;
  if (isEmpty && required) throw new WeftError("UNPROCESSABLE_ENTITY", { message: "The body is missing." });
  if (!isEmpty && bytes.length > largeBody) return readLargeBody(schema, bytes, inSlices);
  const sent = isEmpty ? undefined : parseJson(bytes);
  return checked(schema.safeParse(sent), sent);
}

async function readLargeBody(schema: z.ZodType, bytes: Buffer, inSlices: InSlices): Promise<unknown> {
  const sent = await inSlices(parseJsonInSteps(bytes));
  return checked(await inSlices(checkInSteps(schema, sent)), sent);
}

function checked(body: z.ZodSafeParseResult<unknown>, sent: unknown): unknown {
  if (!body.success) throw unprocessable(body.error, sent);
  return body.data;
}

function unprocessable(error: z.ZodError, input: unknown) {
  return new WeftError("UNPROCESSABLE_ENTITY", { message: explainIssues(error, input), cause: error });
}

const awayCodes: ReadonlySet<ErrorCode> = new Set(["RESTARTING", "TRY_AGAIN_LATER"]);

/** Fastify's own refusals have a status; everything else that is not known to us is a bug of ours. */
function asWeftError(error: unknown): WeftError {
  // A room that moves, or a server that leaves, tells sockets to come back; a call is told the same in its own terms.
  const isAway = error instanceof StoreUnavailable || (error instanceof WeftError && awayCodes.has(error.code));
  if (isAway) return new WeftError("SERVICE_UNAVAILABLE", { cause: error });
  if (error instanceof WeftError) return error;
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
  if (status === 413) return new WeftError("PAYLOAD_TOO_LARGE", { cause: error });
  if (typeof status === "number" && status >= 400 && status < 500)
    return new WeftError("BAD_REQUEST", { cause: error });
  return new WeftError("INTERNAL_SERVER_ERROR", { cause: error });
}

/** Reads a query's declared parameters, and no others, into what its schema makes of them. */
function queryReader(schema: z.ZodObject): (url: string) => Record<string, unknown> {
  const parameters = Object.entries(schema.shape).map(
    ([name, parameter]) => [name, parameterOf(parameter as z.ZodType)] as const,
  );
  return (url) => {
    const mark = url.indexOf("?");
    const sent = new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1));
    const input: Record<string, unknown> = {};
    for (const [name, parameter] of parameters) {
      if (parameter.kind === "flag") input[name] = sent.has(name);
      else if (parameter.kind === "text") input[name] = sent.get(name) ?? undefined;
      else
        input[name] = [...sent]
          .filter(([key]) => key.startsWith(parameter.prefix))
          .map(([key, text]) => [key.slice(parameter.prefix.length), text]);
    }
    const query = schema.safeParse(input);
    if (!query.success) throw unprocessable(query.error, input);
    return query.data;
  };
}

/** Fails where an answer is not what its endpoint declares. */
function checkAnswer({ id, returns }: Endpoint, answer: unknown) {
  const differs = (what: string) => new Error(`The answer of ${id} differs from its declaration: ${what}`);
  if ("empty" in returns) {
    if (answer !== undefined) throw differs("it has a body.");
    return;
  }
  if ("octets" in returns) {
    if (!(answer instanceof Encoded)) throw differs("it is not bytes.");
    return;
  }
  const text = answer instanceof Encoded ? Buffer.concat(answer.pieces).toString("utf8") : JSON.stringify(answer);
  const values = "lines" in returns ? text.trimEnd().split("\n") : [text];
  for (const value of values) {
    const sent: unknown = JSON.parse(value);
    const answered = ("lines" in returns ? returns.lines : returns).safeParse(sent);
    if (!answered.success) throw differs(explainIssues(answered.error, sent));
  }
}

/** Finds the templates that a path fits, for the answers to a wrong method. */
class PathTemplates {
  readonly #templates: { readonly segments: readonly string[]; readonly methods: Map<string, Prepared | undefined> }[] =
    [];

  add(method: string, template: string, route: Prepared | undefined) {
    const segments = template.split("/");
    let entry = this.#templates.find((known) => known.segments.join("/") === template);
    if (entry === undefined) this.#templates.push((entry = { segments, methods: new Map() }));
    entry.methods.set(method, route);
  }

  /** The methods of every template that fits the raw path; undefined when none does. */
  match(url: string): ReadonlyMap<string, Prepared | undefined> | undefined {
    const path = url.split(/[?#]/, 1)[0]!;
    const sent = path.replace(/(?<=.)\/$/, "").split("/");
    const fitting = this.#templates.filter(
      ({ segments }) =>
        segments.length === sent.length &&
        segments.every((segment, index) => (segment.startsWith("{") ? sent[index] !== "" : segment === sent[index])),
    );
    return fitting.length === 0 ? undefined : new Map(fitting.flatMap(({ methods }) => [...methods]));
  }
}
