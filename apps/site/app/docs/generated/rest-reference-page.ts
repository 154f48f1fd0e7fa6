import { errors } from "@weft/protocol";
import type { ErrorEntry } from "@weft/protocol";
import type { PrintedPage } from "../catalogue/page.ts";
import { callExample } from "./call-example.ts";
import { operations, schemas } from "./operations.ts";
import type { Operation, Schema } from "./operations.ts";
import { boundsText, objectName, typeText } from "./schema-text.ts";

/** The reference of the REST API: a heading per call, in groups, then what all calls share. */
export function restReferencePage(): PrintedPage {
  const groups = Map.groupBy(
    operations.filter(({ deprecated }) => !deprecated),
    ({ tag }) => tag,
  );
  const deprecated = operations.filter((operation) => operation.deprecated);
  return {
    route: "/docs/api-reference/rest-api-endpoints",
    title: "REST API",
    description: "Every call of the REST API: what it takes, what it answers and how it fails.",
    keywords: ["http", "endpoints", "curl", "openapi"],
    related: ["/docs/platform/rest-api", "/docs/api-reference/weft-node", "/docs/errors"],
    order: 900,
    body: [
      "Call the server from your own back end, in any language.",
      "",
      "Requests carry a project's secret key as a bearer token, unless the call says otherwise. Calls whose path begins " +
        "with `/v2/c` are for clients: they take a user's token, or a public key. All of it stands in an " +
        "[OpenAPI 3.1 file](/v2/openapi.json), too.",
      "",
      ...[...groups].flatMap(([tag, calls]) => [`## ${tag}`, "", ...calls.flatMap(entry)]),
      ...pagination,
      ...errorList(),
      ...(deprecated.length === 0
        ? []
        : [
            "## Deprecated calls",
            "",
            "They work as they did. New code has something better.",
            "",
            ...deprecated.flatMap(entry),
          ]),
      "## Objects",
      "",
      ...Object.entries(schemas).flatMap(objectEntry),
    ].join("\n"),
  };
}

const pagination = [
  "## Pagination",
  "",
  'Lists come in pages. `limit` says how long a page is, at most <Limit name="pageSizeMax" /> and ' +
    '<Limit name="pageSize" /> unless you say otherwise. The answer\'s `nextCursor` is `null` on the last page; elsewhere, ' +
    "send it back to get the next page, in the parameter that the call names.",
  "",
];

function errorList(): string[] {
  return [
    "## Errors",
    "",
    "An error is a JSON object with `error`, `message`, `suggestion` and `docs`, the address of the page of its code.",
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
  const { id, summary, description, parameters, body, aliases } = operation;
  return [
    `### ${summary} [#${id}]`,
    "",
    `<Call id="${id}" />`,
    "",
    ...(description === undefined ? [] : [asMdx(description), ""]),
    ...(aliases.length === 0 ? [] : [`Also answers to ${aliases.map((alias) => `\`${alias}\``).join(" and ")}.`, ""]),
    ...table("Path", parameters.filter((parameter) => parameter.in === "path").map(parameterRow)),
    ...table("Query", parameters.filter((parameter) => parameter.in === "query").map(parameterRow)),
    ...(body === undefined ? [] : requestBody(body)),
    ...answer(operation),
    `<ErrorCodes codes={${JSON.stringify(operation.errors)}} />`,
    "",
    callExample(operation),
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
    ...(object !== undefined && { href: `#object-${object.toLowerCase()}` }),
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
  if (mediaType !== "application/json") return ["**Body:** bytes, sent as `application/octet-stream`.", ""];
  const name = objectName(schema);
  if (name !== undefined) return [`**Body:** ${objectLink(name)}.`, ""];
  const rows = rowsOf(schema);
  return rows.length > 0 ? table("Body", rows) : [`**Body:** ${sentence(schema)}`, ""];
}

function answer({ answer: { status, description, schema, mediaType } }: Operation): string[] {
  if (schema === undefined || mediaType === undefined) return [`**Answer:** \`${status}\`. ${asMdx(description)}`, ""];
  if (mediaType === "application/octet-stream") return [`**Answer:** \`${status}\`, bytes. ${asMdx(description)}`, ""];
  const each = mediaType === "application/x-ndjson" ? "one JSON value per line, each " : "";
  const name = objectName(schema);
  if (name !== undefined) return [`**Answer:** \`${status}\`, ${each}${objectLink(name)}.`, ""];
  if (schema.items !== undefined && objectName(schema.items) !== undefined)
    return [`**Answer:** \`${status}\`, a list of ${objectLink(objectName(schema.items)!)}.`, ""];
  const rows = rowsOf(schema);
  return rows.length > 0
    ? table(`Answer, ${status}`, rows)
    : [`**Answer:** \`${status}\`, ${each}${each === "" ? sentence(schema) : "as its type says."}`, ""];
}

function objectEntry([name, schema]: [string, Schema]): string[] {
  const rows = rowsOf(schema);
  return [
    `### ${name} [#object-${name.toLowerCase()}]`,
    "",
    ...(schema.description === undefined ? [] : [asMdx(schema.description), ""]),
    ...(rows.length > 0 ? table("Members", rows) : [`\`${typeText(schema)}\``, ""]),
  ];
}

function objectLink(name: string): string {
  return `[${name}](#object-${name.toLowerCase()})`;
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
