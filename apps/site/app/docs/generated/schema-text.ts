import type { Schema } from "./operations.ts";

/** The name of the object that a schema refers to, if it is one. */
export function objectName({ $ref }: Schema): string | undefined {
  return $ref?.slice($ref.lastIndexOf("/") + 1);
}

/** A schema as one would write its type. */
export function typeText(schema: Schema): string {
  const name = objectName(schema);
  if (name !== undefined) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeText))].join(" | ");
  if (Array.isArray(schema.type)) return schema.type.join(" | ");
  if (schema.type === "array") return `${grouped(typeText(schema.items ?? {}))}[]`;
  if (schema.type === "object") {
    if (typeof schema.additionalProperties === "object") return `{ [key]: ${typeText(schema.additionalProperties)} }`;
    return "object";
  }
  return typeof schema.type === "string" ? schema.type : "any JSON";
}

/** The bounds that a schema states, in words. */
export function boundsText(schema: Schema): string {
  const parts: string[] = [];
  const { minimum, maximum, minLength, maxLength, maxItems } = schema;
  const whole = Number.MAX_SAFE_INTEGER;
  if (minimum !== undefined && maximum !== undefined && maximum < whole && minimum > -whole)
    parts.push(`From ${number(minimum)} to ${number(maximum)}.`);
  else if (minimum !== undefined && minimum > -whole) parts.push(`At least ${number(minimum)}.`);
  if (maxLength !== undefined)
    parts.push(`${minLength === undefined ? "At most" : `${minLength} to`} ${number(maxLength)} characters.`);
  if (maxItems !== undefined) parts.push(`At most ${number(maxItems)} items.`);
  return parts.join(" ");
}

function grouped(text: string): string {
  return text.includes(" | ") ? `(${text})` : text;
}

function number(value: number): string {
  return value.toLocaleString("en");
}
