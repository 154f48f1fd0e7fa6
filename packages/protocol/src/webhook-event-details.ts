/** The schemas and examples of webhook events, read from `webhook.ts`. */
import { z } from "zod";
import type { ProjectId } from "./ids.ts";
import { jsonSchema } from "./json-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import { webhookEvents } from "./webhook.ts";
import type { DomainEvent, DomainEventType } from "./webhook.ts";

/** A member of `data`. */
export const WebhookEventField = z.object({
  name: z.string(),
  /** As TypeScript would write it; instants are `string`. */
  type: z.string(),
  optional: z.boolean(),
  description: z.string(),
});
export type WebhookEventField = z.output<typeof WebhookEventField>;

/** An event of a type as a test of an endpoint sends it. Its ids begin with `sample-`. */
export function sampleEventOf(type: DomainEventType, project: ProjectId, now: number): DomainEvent {
  const data = fieldsOf(type).flatMap(([name, schema]) => {
    if (name === "projectId") return [[name, project]];
    if (schema instanceof z.ZodISODateTime) return [[name, new Date(now).toISOString()]];
    const example = schema.meta()?.["examples"] as readonly unknown[] | undefined;
    return example === undefined ? [] : [[name, example[0]]];
  });
  return { type, data: Object.fromEntries(data) };
}

/** The members of an event's `data`, in the order in which they are declared. */
export function webhookEventFields(type: DomainEventType): readonly WebhookEventField[] {
  return fieldsOf(type).map(([name, schema]) => ({
    name,
    type: typeTextOf(jsonSchema(schema, new Map())),
    optional: schema.isOptional(),
    description: schema.meta()?.description ?? "",
  }));
}

/** The JSON Schema of an event's body. */
export function webhookEventSchema(type: DomainEventType): JsonSchema {
  const body = z.object({ type: z.literal(type), data: webhookEvents[type] });
  return jsonSchema(body, new Map());
}

function fieldsOf(type: DomainEventType): readonly (readonly [string, z.ZodType])[] {
  return Object.entries<z.ZodType>(webhookEvents[type].shape);
}

function typeTextOf({ type, enum: values, anyOf, pattern }: JsonSchema): string {
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeTextOf(one as JsonSchema)).join(" | ");
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (type === "integer") return "number";
  // The kinds of a project's own.
  if (type === "string" && typeof pattern === "string" && pattern.startsWith("^\\$")) return "`$${string}`";
  if (Array.isArray(type)) return type.join(" | ");
  return typeof type === "string" ? type : "unknown";
}
