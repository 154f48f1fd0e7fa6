/** The JSON Schemas of declarations: for the OpenAPI document and the tools of code assistants. */
import { z } from "zod";
import { mapValues, parameterKind } from "./endpoint.ts";

/** A JSON Schema, as plain JSON. */
export type JsonSchema = Record<string, unknown>;

/**
 * The JSON Schema of what a caller writes or reads. Whatever carries an id becomes a component, referred to below `at`.
 * What transforms make is for our own code, so the side that goes in is described for answers too.
 */
export function jsonSchema(
  schema: z.ZodType,
  components: Map<string, JsonSchema>,
  at: "#/components/schemas/" | "#/$defs/" = "#/components/schemas/",
): JsonSchema {
  const {
    $schema: _,
    $defs,
    ...converted
  } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override({ jsonSchema: target }) {
      const { [mapValues]: values, [parameterKind]: _kind, prefix: _prefix, ...rest } = target as JsonSchema;
      for (const key of Object.keys(target)) delete target[key];
      Object.assign(target, rest);
      if (values !== undefined) target.additionalProperties = jsonSchema(values as z.ZodType, components, at);
      // Answers may gain members; a client must not refuse them.
      if (target.additionalProperties === false) delete target.additionalProperties;
      // A number in a query is text to its schema, and a number to readers of the reference.
      if (target.type === "integer" && typeof target.default === "string") target.default = Number(target.default);
    },
  }) as JsonSchema;
  for (const [id, definition] of Object.entries(($defs as Record<string, JsonSchema> | undefined) ?? {})) {
    const { id: _id, ...component } = definition;
    components.set(id, pointAt(component, at));
  }
  return pointAt(converted, at);
}

function pointAt<T>(value: T, at: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', () => `"${at}`)) as T;
}
