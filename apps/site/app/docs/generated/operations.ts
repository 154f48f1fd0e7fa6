import { endpoints, errors, openApiDocument } from "@weft/protocol";
import type { ErrorCode } from "@weft/protocol";

/** As much of a JSON Schema as the reference reads. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required?: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

/** A call of the REST API, as its reference shows it. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly auth: "secret" | "user" | "management" | "none";
  readonly parameters: readonly Parameter[];
  readonly body: { readonly required: boolean; readonly mediaType: string; readonly schema: Schema } | undefined;
  readonly answer: {
    readonly status: number;
    readonly description: string;
    readonly mediaType: string | undefined;
    readonly schema: Schema | undefined;
  };
  readonly errors: readonly { readonly code: ErrorCode; readonly status: number }[];
  /** Other spellings of the same call, `POST /v2/…`. */
  readonly aliases: readonly string[];
}

const document = openApiDocument(endpoints, "{{SERVER_URL}}") as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** The objects that calls speak of, by name. */
export const schemas: Readonly<Record<string, Schema>> = document.components.schemas;

/** What follows a call's id when it is another spelling of that call. */
const spelling = /-(hyphenated|singular)(?=-as-user$|$)/;

const described = endpoints.map((endpoint) => {
  const entry = document.paths[endpoint.template]![endpoint.method.toLowerCase()]!;
  return { endpoint, entry };
});

/** Every call of the REST API, in the order of the reference. */
export const operations: readonly Operation[] = described
  .filter(({ endpoint }) => !isAlias(endpoint.id))
  .map(({ endpoint, entry }) => {
    const [mediaType, body] = Object.entries(entry.requestBody?.content ?? {})[0] ?? [];
    const answer = entry.responses[String(endpoint.status)]!;
    const [answerType, answerBody] = Object.entries(answer.content ?? {})[0] ?? [];
    return {
      id: endpoint.id,
      method: endpoint.method,
      path: endpoint.template,
      tag: endpoint.tag,
      summary: endpoint.summary,
      description: entry.description,
      deprecated: entry.deprecated === true,
      auth:
        endpoint.auth === "personal"
          ? "user"
          : endpoint.auth === "secret" || endpoint.auth === "user" || endpoint.auth === "management"
            ? endpoint.auth
            : "none",
      parameters: entry.parameters ?? [],
      body:
        mediaType === undefined || body === undefined
          ? undefined
          : { required: entry.requestBody!.required, mediaType, schema: body.schema },
      answer: {
        status: endpoint.status,
        description: answer.description,
        mediaType: answerType,
        schema: answerBody?.schema,
      },
      errors: endpoint.errors.map((code) => ({ code, status: errors[code].status })),
      aliases: described
        .filter(({ endpoint: other }) => isAlias(other.id) && mainOf(other.id) === endpoint.id)
        .map(({ endpoint: other }) => other.route),
    };
  });

/** The call of this id, or the one of which it is another spelling. */
export function operationOf(id: string): Operation {
  const found = operations.find((operation) => operation.id === id || operation.id === mainOf(id));
  if (found === undefined) throw new Error(`There is no call with the id ${id}.`);
  return found;
}

/** The address of a call's entry in the reference. */
export function referenceOf({ id, tag }: Operation): string {
  return `${groupPageOf(tag)}#${id}`;
}

/** The index of the reference. */
export const referenceRoot = "/docs/api-reference/rest-api-endpoints";

/** The page of all objects. */
export const objectsPage = `${referenceRoot}/objects`;

/** The page of a group of calls. */
export function groupPageOf(tag: string): string {
  return `${referenceRoot}/${tag.toLowerCase().replaceAll(" ", "-")}`;
}

function isAlias(id: string): boolean {
  return spelling.test(id) && described.some(({ endpoint }) => endpoint.id === mainOf(id));
}

/** The id of the call of which `id` is another spelling. */
function mainOf(id: string): string {
  const plain = id.replace(spelling, "");
  return plain === "get-version"
    ? "get-version-document"
    : plain === "get-version-as-user"
      ? "get-version-document-as-user"
      : plain;
}
