import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { aiCommands } from "../ai/command.ts";
import { AiEvent } from "../ai/event.ts";
import { valuesOf } from "../arbitraries.ts";
import type { Json } from "../json.ts";
import { ClientMessage } from "./client-message.ts";
import { decodeFrame } from "./decode.ts";
import { ClientMessageType, ServerMessageType } from "./message-type.ts";
import { ServerMessage } from "./server-message.ts";

/** Each message of a union with the name of its code. */
function named<T extends z.ZodObject>(messages: readonly T[], codes: Readonly<Record<string, number>>) {
  return messages.map((message) => {
    const [code] = (message.shape["type"] as z.ZodLiteral<number>).values;
    return [Object.entries(codes).find(([, one]) => one === code)?.[0] ?? String(code), message] as const;
  });
}

const clientMessages = named(ClientMessage.options, ClientMessageType);
const serverMessages = named(ServerMessage.options, ServerMessageType);

test("[PR10] every code of a message is declared as a message, in its direction", () => {
  expect(clientMessages.map(([name]) => name).toSorted()).toEqual(Object.keys(ClientMessageType).toSorted());
  expect(serverMessages.map(([name]) => name).toSorted()).toEqual(Object.keys(ServerMessageType).toSorted());
});

describe.each(clientMessages)("%s of a client", (_, schema) => {
  test("[PR11] is read as it was sent, by its schema, by that of all messages and by the decoder of frames", () => {
    fc.assert(
      fc.property(valuesOf(schema), (sent) => {
        expect(sorted(schema.parse(sent))).toBe(sorted(sent));
        expect(sorted(ClientMessage.parse(sent))).toBe(sorted(sent));
        const decoded = decodeFrame([sent as Json]);
        expect(decoded.kind).toBe("messages");
        if (decoded.kind === "messages") expect(sorted(decoded.messages)).toBe(sorted([sent]));
      }),
    );
  });

  test("[PR13] is read without the fields that are not declared", () => {
    fc.assert(
      fc.property(valuesOf(schema), fc.jsonValue(), (sent, more) => {
        const longer = { ...(sent as object), unheardOf: more } as Json;
        expect(sorted(ClientMessage.parse(longer))).toBe(sorted(sent));
        const decoded = decodeFrame([longer]);
        if (decoded.kind === "messages") expect(sorted(decoded.messages)).toBe(sorted([sent]));
        expect(decoded.kind).toBe("messages");
      }),
    );
  });
});

describe.each(serverMessages)("%s of the server", (_, schema) => {
  test("[PR11] is read as it was sent, by its schema and by that of all messages", () => {
    fc.assert(
      fc.property(valuesOf(schema), (sent) => {
        expect(sorted(schema.parse(sent))).toBe(sorted(sent));
        expect(sorted(ServerMessage.parse(sent))).toBe(sorted(sent));
      }),
    );
  });

  test("[PR13] is read without the fields that are not declared", () => {
    fc.assert(
      fc.property(valuesOf(schema), fc.jsonValue(), (sent, more) => {
        expect(sorted(ServerMessage.parse({ ...(sent as object), unheardOf: more }))).toBe(sorted(sent));
      }),
    );
  });
});

const commands = Object.entries(aiCommands).flatMap(([name, { request, response }]) => [
  [`the command ${name}`, request as z.ZodType] as const,
  [`the answer to ${name}`, response as z.ZodType] as const,
]);
const events = AiEvent.options.map((event) => [`the event ${event.shape.event.value}`, event as z.ZodType] as const);

test.each([...commands, ...events])("[PR12] %s is read as it was sent, on the socket of copilots", (_, schema) => {
  fc.assert(
    fc.property(valuesOf(schema), (sent) => {
      expect(sorted(schema.parse(sent))).toBe(sorted(sent));
    }),
  );
});

/** The same text for the same JSON, whatever the order of its keys; `__proto__` is one of them. */
function sorted(value: unknown): string {
  return JSON.stringify(ordered(JSON.parse(JSON.stringify(value))));
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  return {
    entries: Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, ordered(one)]),
  };
}
