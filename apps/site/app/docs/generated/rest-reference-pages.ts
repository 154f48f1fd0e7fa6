import { errors } from "@weft/protocol";
import type { ErrorEntry } from "@weft/protocol";
import type { PrintedPage } from "../catalogue/page.ts";
import { callExample, responseExample } from "./call-example.ts";
import { groupPageOf, objectsPage, operations, referenceRoot, schemas } from "./operations.ts";
import type { Operation, Schema } from "./operations.ts";
import { boundsText, objectName, typeText } from "./schema-text.ts";

const groups = Map.groupBy(operations, ({ tag }) => tag);

/** The reference of the REST API: an index with what all calls share, a page per group, and one of all objects. */
export function restReferencePages(): readonly PrintedPage[] {
  return [indexPage(), ...[...groups].map(groupPage), objectsPageOf()];
}

function indexPage(): PrintedPage {
  return {
    route: referenceRoot,
    title: "REST API reference",
    navTitle: "REST API",
    description: "Every endpoint of the REST API, by resource, with authentication, pagination and errors.",
    keywords: ["http", "endpoints", "curl", "openapi"],
    related: ["/docs/platform/rest-api", "/docs/api-reference/weft-node", "/docs/errors"],
    order: 900,
    body: [
      "Call the server from your back end, in any language.",
      "",
      "Requests carry your project's secret key as a bearer token, unless the endpoint says otherwise. Endpoints under " +
        "`/v2/c` are for clients and take a user's token or a public key. Endpoints of the " +
        "[management API](/docs/platform/management-api), under `/v2/management`, take a management token. The same " +
        "endpoints are described in an [OpenAPI 3.1 document](/v2/openapi.json).",
      "",
      ...[...groups].flatMap(([tag, calls]) => [
        `## ${tag}`,
        "",
        `<CallList ids={${JSON.stringify(inOrder(calls).map(({ id }) => id))}} moved />`,
        "",
      ]),
      ...pagination,
      ...errorList(),
      "## Objects",
      "",
      `<ObjectList names={${JSON.stringify(Object.keys(schemas))}} />`,
      "",
    ].join("\n"),
  };
}

function groupPage([tag, calls]: [string, readonly Operation[]], place: number): PrintedPage {
  const ordered = inOrder(calls);
  return {
    route: groupPageOf(tag),
    title: `REST API: ${tag}`,
    navTitle: tag,
    description: describe(ordered),
    keywords: ["endpoints", "http", "rest"],
    order: place,
    wide: true,
    body: [
      `<CallList ids={${JSON.stringify(ordered.map(({ id }) => id))}} />`,
      "",
      ...ordered.flatMap(entry),
      `See also [authentication, pagination and errors](${referenceRoot}) of the REST API.`,
      "",
    ].join("\n"),
  };
}

function describe(calls: readonly Operation[]): string {
  const names = calls.slice(0, 4).map(({ summary }) => summary.toLowerCase());
  return `${calls.length} ${calls.length === 1 ? "endpoint" : "endpoints"}: ${names.join(", ")}${calls.length > 4 ? " and more" : ""}.`;
}

/** For servers first, then for clients, and deprecated ones last. */
function inOrder(calls: readonly Operation[]): readonly Operation[] {
  const rank = ({ deprecated, auth }: Operation) => (deprecated ? 2 : auth === "user" ? 1 : 0);
  return calls.toSorted((a, b) => rank(a) - rank(b));
}

const pagination = [
  "## Pagination",
  "",
  'Lists are paginated. `limit` sets the page size: <Limit name="pageSize" /> by default, <Limit name="pageSizeMax" /> at ' +
    "most. The response's `nextCursor` is `null` on the last page; otherwise send it back as `cursor` to get the next page.",
  "",
];

function errorList(): string[] {
  return [
    "## Errors",
    "",
    "An error is a JSON object with `error`, `message`, `suggestion` and `docs`, the URL of the error code's page.",
    "",
    ...Object.entries<ErrorEntry>(errors).flatMap(([code, { status, message, suggestion }]) => [
      `### ${code}`,
      "",
      `\`${status}\` ${message}${suggestion === undefined ? "" : ` ${suggestion}`} [More](/docs/errors/${code})`,
      "",
    ]),
  ];
}

function entry(operation: Operation): string[] {
  const { id, summary, description, deprecated, parameters, body, aliases } = operation;
  return [
    `## ${summary} [#${id}]`,
    "",
    "<Split>",
    "<Column>",
    "",
    `<Call id="${id}" />`,
    "",
    ...(deprecated ? ["**Deprecated.** This endpoint still works. Use its replacement in new code.", ""] : []),
    ...(description === undefined ? [] : [asMdx(description), ""]),
    ...(aliases.length === 0 ? [] : [`Alias: ${aliases.map((alias) => `\`${alias}\``).join(", ")}.`, ""]),
    ...table("Path parameters", parameters.filter((parameter) => parameter.in === "path").map(parameterRow)),
    ...table("Query parameters", parameters.filter((parameter) => parameter.in === "query").map(parameterRow)),
    ...(body === undefined ? [] : requestBody(body)),
    ...returns(operation),
    `<ErrorCodes codes={${JSON.stringify(operation.errors)}} />`,
    "",
    "</Column>",
    "<Column samples>",
    "",
    callExample(operation),
    "",
    ...responseExample(operation),
    `<TryIt id="${id}" />`,
    "",
    "</Column>",
    "</Split>",
    "",
  ];
}

type Row = Readonly<Record<string, unknown>>;

function parameterRow({ name, schema, description, required, deprecated }: Operation["parameters"][number]): Row {
  return row(
    name,
    { ...schema, ...(description !== undefined && { description }), deprecated: deprecated === true },
    required === true,
  );
}

function row(name: string, schema: Schema, required: boolean): Row {
  const object = linkedObject(schema);
  const notes = [schema.deprecated === true ? "Deprecated." : "", schema.description ?? "", boundsText(schema)];
  return {
    name,
    type: typeText(schema),
    ...(object !== undefined && { href: objectHref(object) }),
    ...(required && { required }),
    ...(schema.default !== undefined && { default: JSON.stringify(schema.default) }),
    description: notes.filter((note) => note !== "").join(" "),
  };
}

/** The object that a type is made of, if one is in it. */
function linkedObject(schema: Schema): string | undefined {
  if (typeof schema.additionalProperties === "object") return linkedObject(schema.additionalProperties);
  return objectName(schema) ?? (schema.items === undefined ? undefined : linkedObject(schema.items));
}

function table(label: string, rows: readonly Row[]): string[] {
  return rows.length === 0 ? [] : [`<PropsTable label="${label}" rows={${JSON.stringify(rows)}} />`, ""];
}

function rowsOf(schema: Schema): readonly Row[] {
  return Object.entries(schema.properties ?? {}).map(([name, member]) =>
    row(name, member, schema.required?.includes(name) === true),
  );
}

function requestBody({ mediaType, schema }: NonNullable<Operation["body"]>): string[] {
  if (mediaType !== "application/json") return ["**Request body:** bytes, sent as `application/octet-stream`.", ""];
  const name = objectName(schema);
  if (name !== undefined) return [`**Request body:** ${objectLink(name)}.`, ""];
  const rows = rowsOf(schema);
  return rows.length > 0 ? table("Request body", rows) : [`**Request body:** ${sentence(schema)}`, ""];
}

function returns({ answer: { status, description, schema, mediaType } }: Operation): string[] {
  const head = `**Returns** \`${status}\``;
  if (schema === undefined || mediaType === undefined) return [`${head}. ${asMdx(description)}`, ""];
  if (mediaType === "application/octet-stream") return [`${head}, bytes. ${asMdx(description)}`, ""];
  const each = mediaType === "application/x-ndjson" ? "one JSON value per line, each " : "";
  const name = objectName(schema);
  if (name !== undefined) return [`${head}, ${each}${objectLink(name)}.`, ""];
  if (schema.items !== undefined && objectName(schema.items) !== undefined)
    return [`${head}, a list of ${objectLink(objectName(schema.items)!)}.`, ""];
  const rows = rowsOf(schema);
  return rows.length > 0
    ? table(`Returns ${status}`, rows)
    : [`${head}, ${each}${each === "" ? sentence(schema) : "of the given type."}`, ""];
}

function objectsPageOf(): PrintedPage {
  return {
    route: objectsPage,
    title: "REST API: Objects",
    navTitle: "Objects",
    description: "The JSON objects that the REST API accepts and returns, with all fields.",
    keywords: ["schemas", "types", "json"],
    order: 1_001,
    body: ["Objects that the REST API accepts and returns.", "", ...Object.entries(schemas).flatMap(objectEntry)].join(
      "\n",
    ),
  };
}

function objectEntry([name, schema]: [string, Schema]): string[] {
  const rows = rowsOf(schema);
  return [
    `## ${name} [#object-${name.toLowerCase()}]`,
    "",
    ...(schema.description === undefined ? [] : [asMdx(schema.description), ""]),
    ...(rows.length > 0 ? table("Fields", rows) : [`\`${typeText(schema)}\``, ""]),
  ];
}

function objectHref(name: string): string {
  return `${objectsPage}#object-${name.toLowerCase()}`;
}

function objectLink(name: string): string {
  return `[${name}](${objectHref(name)})`;
}

function sentence(schema: Schema): string {
  return schema.description === undefined ? `\`${typeText(schema)}\`.` : asMdx(schema.description);
}

/** Markdown of a declaration as MDX, to which braces and angle brackets mean something. */
function asMdx(markdown: string): string {
  return markdown
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : part.replaceAll(/[{<]/g, "\\$&")))
    .join("");
}
