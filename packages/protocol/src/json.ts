import { z } from "zod";

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Any JSON value. Values come out of `JSON.parse`, so the shape is not walked again. */
export const Json = z
  .custom<Json>((value) => value !== undefined, "must be a JSON value.")
  .meta({ description: "Any JSON value." });

/** A JSON object that is not an array. */
export const JsonObject = z
  .custom<JsonObject>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "must be an object.",
  )
  .meta({ type: "object", description: "A JSON object." });
