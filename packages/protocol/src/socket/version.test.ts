import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import { ClientMessage } from "./client-message.ts";
import { ServerMessage } from "./server-message.ts";
import { messageShapes, protocolVersion, versions } from "./version.ts";

test("[PR14] messages have the shape that the version history says", () => {
  const fingerprint = fingerprintOf({ client: shapeOf(ClientMessage), server: shapeOf(ServerMessage) });
  const { version, fingerprint: recorded } = messageShapes.at(-1)!;
  expect(
    fingerprint,
    `The shape of a message has changed since it was recorded in packages/protocol/src/socket/version.ts.

If clients of protocol version ${version} understand the change, add this line to \`messageShapes\`:
    { version: ${version}, fingerprint: "${fingerprint}", change: "…" },
If they do not, add version ${version + 1} to \`versions\` as well, and give the line that number.`,
  ).toBe(recorded);
});

test("[PR14] the version history is in order, and ends at the newest version", () => {
  const numbers = messageShapes.map(({ version }) => version);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(numbers.at(-1)).toBe(versions.at(-1)!.version);
  expect(new Set(messageShapes.map(({ fingerprint }) => fingerprint)).size).toBe(messageShapes.length);
});

test("[PR14] another field, another type and another message change the fingerprint; another description does not", () => {
  const ping = (fields: z.core.$ZodLooseShape, doc = "Ask.") =>
    z.object({ type: z.literal(1), ...fields }).meta({ doc });
  const pong = z.object({ type: z.literal(2) });
  const shape = (...messages: z.ZodObject[]) => fingerprintOf(shapeOf(z.union(messages)));
  const before = shape(ping({ at: z.number() }));
  expect(shape(ping({ at: z.number() }, "Ask for an answer."))).toBe(before);
  expect(shape(ping({ at: z.string() }))).not.toBe(before);
  expect(shape(ping({ at: z.number().optional() }))).not.toBe(before);
  expect(shape(ping({ at: z.number(), by: z.string() }))).not.toBe(before);
  expect(shape(ping({ at: z.number() }), pong)).not.toBe(before);
});

test("[PR15] a socket path names a version that is answered, or none", () => {
  expect(versions.map(({ version }) => protocolVersion(`/v${version}`))).toEqual(
    versions.map(({ version }) => version),
  );
  expect(protocolVersion("/v6")).toBeUndefined();
  expect(protocolVersion("/v8/")).toBeUndefined();
});

function shapeOf(messages: z.ZodType): unknown {
  return z.toJSONSchema(messages, { unrepresentable: "any", io: "output", override: onlyShape });
}

/** What is said of a message for readers is no part of its shape. */
function onlyShape({ jsonSchema }: { readonly jsonSchema: Record<string, unknown> }): void {
  for (const key of ["description", "since", "doc", "title", "id"]) delete jsonSchema[key];
}

/** The same for the same JSON, whatever the order of its keys. */
function fingerprintOf(shape: unknown): string {
  return createHash("sha256").update(JSON.stringify(shape, sortKeys)).digest("hex").slice(0, 16);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
