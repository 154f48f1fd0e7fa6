/**
 * REST endpoints are declared once. From a declaration come the router, the validation of requests, the check of
 * answers in tests, the OpenAPI document and the reference pages.
 */
import { z } from "zod";
import { errors } from "./errors.ts";
import type { ErrorCode } from "./errors.ts";
import type { Limits } from "./limits.ts";
import type { ManagementScope } from "./management-scope.ts";
import type { AccessMatrix, Level } from "./permission.ts";
import { isStorable, storableRule } from "./storable-text.ts";

/**
 * How callers authenticate: with a secret key; with a user's token or a public key, for a room of the path (`user`); with a
 * user's token, for what belongs to the user in all rooms (`personal`); with a management token of a team; with a public key in the body; with the cookie of a
 * sign-in on the site; or not at all.
 */
export type Auth = "secret" | "user" | "personal" | "management" | "publicKeyInBody" | "session" | "none";
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The limits that bound bodies, by name: an operator may have set other values. */
export type BodyLimit = Extract<
  keyof Limits,
  | "restBody"
  | "smallBody"
  | "restStorageBody"
  | "restDocumentBody"
  | "broadcastEvent"
  | "storageFilePart"
  | "knowledgeFile"
>;

/** Some areas of the API answer an invalid body as a malformed one. */
export type InvalidBody = Extract<ErrorCode, "UNPROCESSABLE_ENTITY" | "BAD_REQUEST">;

/** What a caller must be allowed in the room of the path. `comments` is met by either visibility of comments. */
export type Needs = { readonly [R in keyof AccessMatrix | "comments"]?: Exclude<Level, "none"> };

/** An answer without a body. */
export interface Empty {
  readonly empty: true;
}
/** An answer that is one JSON value per line, each of this shape (`application/x-ndjson`). */
export interface Lines<S extends z.ZodType = z.ZodType> {
  readonly lines: S;
}
/** An answer that is bytes (`application/octet-stream`). */
export interface Octets {
  /** What they are. */
  readonly octets: string;
}
export type Returns = z.ZodType | Empty | Lines | Octets;

/** The declaration of an endpoint. */
export interface Declaration<
  A extends Auth = Auth,
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
  R extends Returns = Returns,
> {
  /** Kebab-case; the operation's id in OpenAPI and the address of its reference page. */
  readonly id: string;
  /** Method and path template, `GET /v2/rooms/{roomId}`. */
  readonly route: `${Method} /${string}`;
  readonly tag: string;
  readonly summary: string;
  /** Markdown. */
  readonly description?: string;
  readonly auth: A;
  /** The scope that a management token needs; declared exactly where such tokens are required. */
  readonly scope?: ManagementScope;
  /** For callers with a user's token: the path has a `roomId`, and they enter that room as a socket would. */
  readonly needs?: Needs;
  /** In a room, it concerns the caller's own user: callers with a public key, who have none, get USER_REQUIRED. */
  readonly ofUser?: true;
  /** One schema per `{name}` of the template, from the decoded segment. */
  readonly path?: P;
  /** One schema per query parameter, from its text; see `flag`, `integer` and `family` for what is not text. */
  readonly query?: Q;
  readonly body?: B;
  readonly returns: R;
  /** 200 unless said otherwise. */
  readonly status?: 200 | 201 | 204;
  /** What can fail beyond what every endpoint of this shape can answer. */
  readonly errors?: readonly ErrorCode[];
  /** The answer to a body that does not follow its schema; UNPROCESSABLE_ENTITY unless said otherwise. */
  readonly invalidBody?: InvalidBody;
  /** What to use instead. */
  readonly deprecated?: string;
  /** The limit that bounds the body; unless said otherwise `restBody` with a secret key, and `smallBody` without. */
  readonly bodyLimit?: BodyLimit;
}

/** A declared endpoint, completed. */
export interface Endpoint<
  A extends Auth = Auth,
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
  R extends Returns = Returns,
> extends Declaration<A, P, Q, B, R> {
  readonly method: Method;
  /** The path template, `/v2/rooms/{roomId}`. */
  readonly template: string;
  readonly status: 200 | 201 | 204;
  /** Every code that the endpoint can answer, in the order of the catalogue. */
  readonly errors: readonly ErrorCode[];
  readonly bodyLimit: BodyLimit;
  readonly invalidBody: InvalidBody;
  /** Whether a request without a body is refused. */
  readonly bodyRequired: boolean;
}

type NoParts = z.ZodObject<{}>;

/**
 * Declares an endpoint.
 *
 * @example
 * export const getRoom = endpoint({
 *   id: "get-room",
 *   route: "GET /v2/rooms/{roomId}",
 *   tag: "Rooms",
 *   summary: "Get a room by its id",
 *   auth: "secret",
 *   path: z.object({ roomId: RoomId }),
 *   returns: Room,
 *   errors: ["ROOM_NOT_FOUND"],
 * });
 */
export function endpoint<
  const A extends Auth,
  R extends Returns,
  P extends z.ZodObject = NoParts,
  Q extends z.ZodObject = NoParts,
  B extends z.ZodType = z.ZodUndefined,
>(declaration: Declaration<A, P, Q, B, R>): Endpoint<A, P, Q, B, R> {
  const space = declaration.route.indexOf(" ");
  const template = declaration.route.slice(space + 1);
  const named = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const described = Object.keys(declaration.path?.shape ?? {});
  if (new Set([...named, ...described]).size !== named.length || named.length !== described.length)
    throw new Error(`${declaration.id}: the path names ${named.join(", ")} but describes ${described.join(", ")}.`);
  if ((declaration.auth === "management") !== (declaration.scope !== undefined))
    throw new Error(`${declaration.id}: management tokens need a scope, and other credentials have none.`);

  // There are hundreds of endpoints, and a server that starts asks for neither of these.
  let codes: readonly ErrorCode[] | undefined;
  let bodyRequired: boolean | undefined;
  return {
    ...declaration,
    method: declaration.route.slice(0, space) as Method,
    template,
    status: declaration.status ?? 200,
    get errors() {
      return (codes ??= errorsOf(declaration));
    },
    invalidBody: declaration.invalidBody ?? "UNPROCESSABLE_ENTITY",
    bodyLimit: declaration.bodyLimit ?? (declaration.auth === "secret" ? "restBody" : "smallBody"),
    get bodyRequired() {
      return (bodyRequired ??= declaration.body !== undefined && !declaration.body.safeParse(undefined).success);
    },
  };
}

function errorsOf(declaration: Declaration): readonly ErrorCode[] {
  const possible = new Set<ErrorCode>([...(declaration.errors ?? []), ...commonErrors(declaration)]);
  return (Object.keys(errors) as ErrorCode[]).filter((code) => possible.has(code));
}

/** What follows from the shape of an endpoint alone. */
function* commonErrors({ auth, ofUser, path, query, body, invalidBody }: Declaration): Iterable<ErrorCode> {
  if (auth === "secret")
    yield* ["MISSING_SECRET_KEY", "WRONG_KEY_USED", "INVALID_SECRET_KEY", "PROJECT_CLOSED"] as const;
  if (auth === "user") yield* ["INVALID_TOKEN", "TOKEN_EXPIRED", "UNAUTHORIZED_ROOM_ACCESS"] as const;
  if (auth === "personal") yield* ["INVALID_TOKEN", "TOKEN_EXPIRED", "USER_REQUIRED", "PROJECT_CLOSED"] as const;
  if (auth === "management")
    yield* [
      "MISSING_MANAGEMENT_API_ACCESS_TOKEN",
      "INVALID_MANAGEMENT_API_ACCESS_TOKEN",
      "REVOKED_MANAGEMENT_API_ACCESS_TOKEN",
      "EXPIRED_MANAGEMENT_API_ACCESS_TOKEN",
      "INVALID_MANAGEMENT_API_ACCESS_TOKEN_SCOPE",
      "NOT_EXISTING_MANAGEMENT_API_ACCESS_TOKEN",
    ] as const;
  if (auth === "user" && ofUser === true) yield "USER_REQUIRED";
  if (auth === "user" || auth === "publicKeyInBody")
    yield* ["INVALID_PUBLIC_KEY", "ORIGIN_NOT_ALLOWED", "PROJECT_CLOSED"] as const;
  if (auth === "session") {
    yield* ["UNAUTHENTICATED", "FORBIDDEN", "NOT_FOUND"] as const;
    yield* ["TWO_FACTOR_REQUIRED", "SIGN_IN_TOO_OLD", "SIGN_IN_METHOD_NOT_ALLOWED", "SSO_REQUIRED"] as const;
  }
  if (path !== undefined || body !== undefined) yield "BAD_REQUEST";
  if (path !== undefined || query !== undefined) yield "UNPROCESSABLE_ENTITY";
  if (body !== undefined) yield invalidBody ?? "UNPROCESSABLE_ENTITY";
  if (body !== undefined) yield "PAYLOAD_TOO_LARGE";
  if (auth !== "none") yield* ["TOO_MANY_REQUESTS", "INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE"] as const;
}

/** A query parameter that is on when it is present, whatever its value: `?idempotent`, and even `?idempotent=false`. */
export function flag(description: string) {
  return z
    .boolean()
    .default(false)
    .meta({ description, [parameterKind]: "flag" });
}

/** A whole number written as text. */
export function integer(bounds: { min: number; max: number; default: number; description: string }) {
  return z
    .string()
    .transform((text, context) => {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      if (value >= bounds.min && value <= bounds.max) return value;
      context.addIssue({ code: "custom", message: `must be an integer from ${bounds.min} to ${bounds.max}.` });
      return z.NEVER;
    })
    .prefault(String(bounds.default))
    .meta({
      type: "integer",
      minimum: bounds.min,
      maximum: bounds.max,
      default: bounds.default,
      description: bounds.description,
    });
}

/** Every query parameter whose name begins with `prefix`, as pairs of the rest of the name and the text. */
export function family(prefix: string, description: string) {
  return z.array(z.tuple([z.string(), z.string()])).meta({ description, [parameterKind]: "family", prefix });
}

/** A body that is bytes and not JSON; an empty one is malformed. `octetStream`: it must call itself that. */
export function bytes(description: string, { octetStream = false } = {}) {
  return z
    .custom<Uint8Array>((value) => value instanceof Uint8Array)
    .meta({ description, [bodyKind]: octetStream ? "octetStream" : "bytes" });
}

/** Whether a body is taken as it comes. */
export function isBytes(schema: z.ZodType | undefined): boolean {
  const kind = schema?.meta()?.[bodyKind];
  return kind === "bytes" || kind === "octetStream";
}

/** Whether a body is malformed unless its type is `application/octet-stream`. */
export function isOctetStream(schema: z.ZodType | undefined): boolean {
  return schema?.meta()?.[bodyKind] === "octetStream";
}

/** The key in a schema's meta that defines how a body is read. */
const bodyKind = "weftBody";

/** The key in a schema's meta that defines how a query parameter is read. */
export const parameterKind = "weftParameter";

/** How a query parameter is read. */
export type Parameter =
  | { readonly kind: "text" }
  | { readonly kind: "flag" }
  | { readonly kind: "family"; readonly prefix: string };

/** How a parameter is read, from its schema's meta. */
export function parameterOf(schema: z.ZodType): Parameter {
  const meta = schema.meta();
  if (meta?.[parameterKind] === "family") return { kind: "family", prefix: String(meta["prefix"]) };
  return { kind: meta?.[parameterKind] === "flag" ? "flag" : "text" };
}

/** Bounds of the entries of a `mapOf`. */
export interface MapBounds {
  readonly entries?: number;
  readonly keyLength?: number;
  readonly keyPattern?: RegExp;
  /** The error message for a key that does not match the pattern. */
  readonly keyRule?: string;
}

/**
 * A JSON object whose keys the caller chose. It is read into a Map, so that `__proto__` and `constructor` are keys
 * like any other.
 */
export function mapOf<V extends z.ZodType>(values: V, bounds: MapBounds = {}) {
  return z
    .custom<Readonly<Record<string, unknown>>>(
      (value) => typeof value === "object" && value !== null && !Array.isArray(value),
      "must be an object.",
    )
    .transform((object, context): ReadonlyMap<string, z.output<V>> => {
      const map = new Map<string, z.output<V>>();
      const keys = Object.keys(object);
      if (bounds.entries !== undefined && keys.length > bounds.entries)
        context.addIssue({ code: "custom", message: `must have at most ${bounds.entries} entries.` });
      for (const key of keys) {
        const path = [key];
        if (!isStorable(key)) context.addIssue({ code: "custom", path, message: `the key ${storableRule}` });
        if (bounds.keyLength !== undefined && key.length > bounds.keyLength)
          context.addIssue({
            code: "custom",
            path,
            message: `the key must be at most ${bounds.keyLength} characters long.`,
          });
        if (bounds.keyPattern !== undefined && !bounds.keyPattern.test(key))
          context.addIssue({
            code: "custom",
            path,
            message: bounds.keyRule ?? `the key must match ${bounds.keyPattern}.`,
          });
        const value = values.safeParse(object[key]);
        if (value.success) map.set(key, value.data);
        else for (const issue of value.error.issues) context.addIssue({ ...issue, path: [key, ...issue.path] });
        if (context.issues.length > 0) return z.NEVER;
      }
      return map;
    })
    .meta({
      type: "object",
      [mapValues]: values,
      ...(bounds.entries !== undefined && { maxProperties: bounds.entries }),
      ...((bounds.keyPattern ?? bounds.keyLength) !== undefined && {
        propertyNames: {
          ...(bounds.keyLength !== undefined && { maxLength: bounds.keyLength }),
          ...(bounds.keyPattern !== undefined && { pattern: bounds.keyPattern.source }),
        },
      }),
    });
}

/** The member of a schema's meta under which `mapOf` keeps the schema of its values. */
export const mapValues = "weftMapValues";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/**
 * The sentence of a 422: `Missing key: 'x'.`, `Value at key 'x': must be a string.`, and for nested values
 * `Value at keypath 'a.b.0': …`. Names the first rule that is broken; keys that are missing are named together.
 */
export function explainIssues(error: z.ZodError, input: unknown): string {
  const issue = deepest(error.issues[0]!);
  const missing = isMissing(issue.path, input)
    ? error.issues.map(({ path }) => path).filter((path) => isSibling(path, issue.path) && isMissing(path, input))
    : [];
  if (missing.length > 0) {
    const keys = missing.map((path) => `'${String(path.at(-1))}'`).join(", ");
    const sentence = `${missing.length > 1 ? "issing keys" : "issing key"}: ${keys}.`;
    const parent = issue.path.slice(0, -1);
    return parent.length === 0 ? `M${sentence}` : `${place(parent)}: m${sentence}`;
  }
  if (issue.code === "unrecognized_keys") {
    const unknown = issue.message.startsWith("Unrecognized")
      ? `Unknown key '${String(issue.keys[0])}'.`
      : issue.message;
    return issue.path.length === 0 ? unknown : `${place(issue.path)}: ${unknown}`;
  }
  return issue.path.length === 0 ? `The value ${rule(issue)}` : `${place(issue.path)}: ${rule(issue)}`;
}

function place(path: Path) {
  return `Value at ${path.length > 1 ? "keypath" : "key"} '${path.map(String).join(".")}'`;
}

function isSibling(a: Path, b: Path) {
  return a.length === b.length && a.slice(0, -1).every((part, index) => part === b[index]);
}

/** Whether the path leads to a member that its object does not have. */
function isMissing(path: Path, input: unknown): boolean {
  if (path.length === 0) return false;
  let at = input;
  for (const part of path) {
    if (typeof at !== "object" || at === null) return false;
    if (!Object.hasOwn(at, part)) return !Array.isArray(at) && part === path.at(-1);
    at = (at as Record<PropertyKey, unknown>)[part];
  }
  return at === undefined;
}

/** Of a union, the branch that the value came closest to: the first whose own type fits. */
function deepest(issue: Issue): Issue {
  if (issue.code !== "invalid_union") return issue;
  for (const branch of issue.errors) {
    const inner = branch[0];
    if (inner !== undefined && !(inner.path.length === 0 && inner.code === "invalid_type"))
      return deepest({ ...inner, path: [...issue.path, ...inner.path] });
  }
  return issue;
}

const things: ReadonlyMap<string, string> = new Map([
  ["array", "a list"],
  ["boolean", "a boolean"],
  ["int", "an integer"],
  ["map", "an object"],
  ["null", "null"],
  ["number", "a number"],
  ["object", "an object"],
  ["record", "an object"],
  ["string", "a string"],
]);

function rule(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${things.get(issue.expected) ?? issue.expected}.`;
    case "invalid_value":
      return `must be ${oneOf(issue.values.map((value) => JSON.stringify(value)))}.`;
    case "invalid_union": {
      const expected = issue.errors.map((branch) => branch[0]);
      if (issue.errors.length === 0) return `must be one of the known kinds.`;
      return `must be ${oneOf(expected.map((inner) => (inner?.code === "invalid_type" ? (things.get(inner.expected) ?? inner.expected) : "another value")))}.`;
    }
    case "too_big":
      if (issue.origin === "string") return `must be at most ${issue.maximum} characters long.`;
      if (issue.origin === "array") return `must have at most ${issue.maximum} items.`;
      return `must be at most ${issue.maximum}.`;
    case "too_small":
      if (issue.origin === "string")
        return issue.minimum === 1 ? "must not be empty." : `must be at least ${issue.minimum} characters long.`;
      if (issue.origin === "array") return `must have at least ${issue.minimum} items.`;
      return `must be at least ${issue.minimum}.`;
    default:
      return issue.message;
  }
}

function oneOf(words: readonly string[]) {
  const unique = [...new Set(words)];
  return unique.length === 1 ? unique[0]! : `${unique.slice(0, -1).join(", ")} or ${unique.at(-1)!}`;
}
