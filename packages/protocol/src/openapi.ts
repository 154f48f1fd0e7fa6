/** The OpenAPI 3.1 document, read from the declarations. */
import type { z } from "zod";
import { isBytes, parameterOf } from "./endpoint.ts";
import type { Auth, Endpoint } from "./endpoint.ts";
import { errors } from "./errors.ts";
import type { ErrorCode, ErrorEntry } from "./errors.ts";
import { jsonSchema } from "./json-schema.ts";
import type { JsonSchema as Schema } from "./json-schema.ts";

/** `server` is the origin under which the API answers. */
export function openApiDocument(endpoints: readonly Endpoint[], server: string): Schema {
  const components = new Map<string, Schema>();
  components.set("Error", errorBody);
  const paths = new Map<string, Schema>();
  const tags = new Set<string>();
  for (const endpoint of endpoints) {
    tags.add(endpoint.tag);
    const item = paths.get(endpoint.template) ?? {};
    paths.set(endpoint.template, { ...item, [endpoint.method.toLowerCase()]: operation(endpoint, components) });
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Weft REST API",
      version: "2.0",
      description:
        "For your back end. Requests use a secret key unless the endpoint says otherwise. Paths that begin with `/v2/c` are for clients, and paths that begin with `/v2/management` use a management token.",
    },
    servers: [{ url: server }],
    tags: [...tags].map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        secretKey: { type: "http", scheme: "bearer", description: "A secret key of the project, `sk_…`." },
        userToken: { type: "http", scheme: "bearer", description: "A user's token, or a public key, `pk_…`." },
        managementToken: { type: "http", scheme: "bearer", description: "A management token of a team, `wmt_…`." },
      },
    },
  };
}

const errorBody: Schema = {
  type: "object",
  properties: {
    error: { type: "string", enum: Object.keys(errors), description: "The code." },
    message: { type: "string", description: "One sentence. Never empty." },
    suggestion: { type: "string", description: "How to fix the error. Can be empty." },
    docs: { type: "string", description: "The URL of the error code's page. Can be empty." },
    reason: { type: "string", description: "The message again, for rejected notification settings." },
  },
  required: ["error", "message", "suggestion", "docs"],
};

function operation(endpoint: Endpoint, components: Map<string, Schema>): Schema {
  const parameters = [
    ...Object.entries(endpoint.path?.shape ?? {}).map(([name, schema]) => ({
      name,
      in: "path",
      required: true,
      schema: jsonSchema(schema as z.ZodType, components),
    })),
    ...Object.entries(endpoint.query?.shape ?? {}).flatMap(([name, schema]) =>
      queryParameter(name, schema as z.ZodType, components),
    ),
  ];
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    ...(notes(endpoint) !== "" && { description: notes(endpoint) }),
    tags: [endpoint.tag],
    ...(endpoint.deprecated !== undefined && { deprecated: true }),
    security: security[endpoint.auth],
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body !== undefined && {
      requestBody: {
        required: endpoint.bodyRequired,
        content: isBytes(endpoint.body)
          ? { "application/octet-stream": { schema: {} } }
          : { "application/json": { schema: jsonSchema(endpoint.body, components) } },
      },
    }),
    responses: { [endpoint.status]: success(endpoint, components), ...failures(endpoint.errors) },
  };
}

const security: { readonly [A in Auth]: readonly Schema[] } = {
  secret: [{ secretKey: [] }],
  user: [{ userToken: [] }],
  personal: [{ userToken: [] }],
  management: [{ managementToken: [] }],
  publicKeyInBody: [],
  // Endpoints of the site are not in the description of the public API.
  session: [],
  none: [],
};

function notes({ description = "", deprecated }: Endpoint): string {
  return [description, deprecated].filter(Boolean).join("\n\n");
}

function queryParameter(name: string, schema: z.ZodType, components: Map<string, Schema>): Schema[] {
  const parameter = parameterOf(schema);
  // A family of names has no form in OpenAPI; the endpoint's description mentions it.
  if (parameter.kind === "family") return [];
  const { description, deprecated, ...value } = jsonSchema(schema, components);
  return [
    {
      name,
      in: "query",
      ...(description !== undefined && { description }),
      ...(deprecated === true && { deprecated }),
      ...(parameter.kind === "flag" && { allowEmptyValue: true }),
      schema: value,
    },
  ];
}

function success({ returns }: Endpoint, components: Map<string, Schema>): Schema {
  if ("empty" in returns) return { description: "Done. The response has no body." };
  if ("lines" in returns)
    return {
      description: "One JSON value per line.",
      content: { "application/x-ndjson": { schema: jsonSchema(returns.lines, components) } },
    };
  if ("octets" in returns)
    return { description: returns.octets, content: { "application/octet-stream": { schema: {} } } };
  return {
    description: "Done.",
    content: { "application/json": { schema: jsonSchema(returns, components) } },
  };
}

function failures(codes: readonly ErrorCode[]): Schema {
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, sameStatus]) => [
      String(status),
      {
        description: sameStatus.map((code) => `\`${code}\`: ${(errors[code] as ErrorEntry).message}`).join("\n\n"),
        ...(status === 429 && {
          headers: { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } },
        }),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ]),
  );
}
