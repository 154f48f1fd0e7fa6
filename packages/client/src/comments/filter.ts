/** Filters of lists: as the server's query language has them (wire specification, 9), and applied to what this client has. */
import type { ClientNotification, ClientThread, NotificationsFilter, SearchFilter, ThreadsFilter } from "./types.ts";

type Scalar = string | number | boolean | null;
type Operators = Readonly<Record<string, string | number | undefined>>;

const symbols = { startsWith: "^", lt: "<", gt: ">", gte: ">=", lte: "<=" } as const;

/** A filter in the query language. An empty filter is an empty text. */
export function queryOf(filter: ThreadsFilter | SearchFilter | NotificationsFilter | undefined): string {
  const plain: string[] = [];
  const indexed: string[] = [];
  for (const [field, value] of Object.entries(filter ?? {}) as [string, unknown][]) {
    if (value === undefined) continue;
    if (typeof value !== "object" || value === null) plain.push(`${field}:${literal(value as Scalar)}`);
    else
      for (const [key, wanted] of Object.entries(value) as [string, Scalar | Operators | undefined][])
        if (wanted !== undefined) indexed.push(...termsOf(`${field}[${literal(key)}]`, wanted));
  }
  return [...plain, ...indexed].join(" ");
}

function termsOf(field: string, wanted: Scalar | Operators): readonly string[] {
  if (typeof wanted !== "object" || wanted === null) return [`${field}:${literal(wanted)}`];
  return Object.entries(symbols).flatMap(([name, symbol]) =>
    wanted[name] === undefined ? [] : [`${field}${symbol}${literal(wanted[name])}`],
  );
}

function literal(value: Scalar): string {
  if (typeof value !== "string") return decimal(value);
  const json = JSON.stringify(value);
  return value.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}

/** The query language has no exponents. */
function decimal(value: number | boolean | null): string {
  const text = String(value);
  return typeof value === "number" && text.includes("e")
    ? value.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 20 })
    : text;
}

/** Whether the server would answer this thread for the filter. */
export function isThreadIn(
  { resolved, visibility, subscribed, metadata }: ThreadsFilter,
  thread: ClientThread,
  isSubscribed: boolean,
): boolean {
  if (resolved !== undefined && thread.resolved !== resolved) return false;
  if (visibility !== undefined && thread.visibility !== visibility) return false;
  if (subscribed !== undefined && isSubscribed !== subscribed) return false;
  return Object.entries((metadata ?? {}) as Readonly<Record<string, Scalar | Operators | undefined>>).every(
    ([key, wanted]) => wanted === undefined || isWanted(entryOf(thread.metadata, key), wanted),
  );
}

function entryOf(metadata: object, key: string): unknown {
  return Object.hasOwn(metadata, key) ? (metadata as Readonly<Record<string, unknown>>)[key] : undefined;
}

function isWanted(value: unknown, wanted: Scalar | Operators): boolean {
  if (wanted === null) return value === undefined;
  if (typeof wanted !== "object") return value === wanted;
  const { startsWith, lt, gt, lte, gte } = wanted as {
    readonly startsWith?: string;
    readonly lt?: number;
    readonly gt?: number;
    readonly lte?: number;
    readonly gte?: number;
  };
  if (startsWith !== undefined && !(typeof value === "string" && value.startsWith(startsWith))) return false;
  if (lt === undefined && gt === undefined && lte === undefined && gte === undefined) return true;
  if (typeof value !== "number") return false;
  return (
    (lt === undefined || value < lt) &&
    (gt === undefined || value > gt) &&
    (lte === undefined || value <= lte) &&
    (gte === undefined || value >= gte)
  );
}

export function isNotificationIn({ roomId, kind }: NotificationsFilter, notification: ClientNotification): boolean {
  return (roomId === undefined || notification.roomId === roomId) && (kind === undefined || notification.kind === kind);
}

/** Equal filters have the same key. */
export function filterKey(filter: ThreadsFilter | NotificationsFilter): string {
  return JSON.stringify(sorted(filter));
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, sorted(member)]);
}
