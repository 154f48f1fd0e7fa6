import { exampleBody, exampleOf, examplePath } from "./example-value.ts";
import type { Operation } from "./operations.ts";

/** A call in three languages, as tabs of code. */
export function callExample(operation: Operation): string {
  const tabs = [
    ["curl", "sh", curl(operation)],
    ["Node", "ts", node(operation)],
    ["Python", "python", python(operation)],
  ] as const;
  return [
    `<Tabs items={${JSON.stringify(tabs.map(([name]) => name))}} group="language">`,
    ...tabs.flatMap(([, language, code]) => ["<Tab>", `\`\`\`${language}`, code, "```", "</Tab>"]),
    "</Tabs>",
  ].join("\n");
}

/** The server's response, as a code block. */
export function responseExample({ answer }: Operation): string[] {
  const { status, mediaType, schema } = answer;
  const named = (language: string, text: string) => [`\`\`\`${language} file="Response ${status}"`, text, "```", ""];
  if (mediaType === undefined || schema === undefined) return named("text", status === 204 ? "No content" : "Empty");
  if (mediaType === "application/octet-stream") return named("text", "Bytes");
  const value = exampleOf(schema);
  if (mediaType === "application/x-ndjson") return named("json", JSON.stringify(value));
  return named("json", JSON.stringify(value, null, 2));
}

const sendsBytes = ({ body }: Operation): boolean => body !== undefined && body.mediaType !== "application/json";
const answersBytes = ({ answer }: Operation): boolean => answer.mediaType === "application/octet-stream";
const answersLines = ({ answer }: Operation): boolean => answer.mediaType === "application/x-ndjson";

const bearers: { readonly [A in Operation["auth"]]: string | undefined } = {
  secret: "Bearer {{SECRET_KEY}}",
  user: "Bearer {{PUBLIC_KEY}}",
  management: "Bearer {{MANAGEMENT_TOKEN}}",
  none: undefined,
};

function credential({ auth }: Operation): string | undefined {
  return bearers[auth];
}

function headersOf(operation: Operation): readonly (readonly [string, string])[] {
  const bearer = credential(operation);
  return [
    ...(bearer === undefined ? [] : [["Authorization", bearer] as const]),
    ...(operation.body === undefined ? [] : [["Content-Type", operation.body.mediaType] as const]),
  ];
}

function address(operation: Operation): string {
  return `{{SERVER_URL}}${examplePath(operation)}`;
}

function curl(operation: Operation): string {
  const body = exampleBody(operation);
  const lines = [
    `curl ${operation.method === "GET" ? "" : `--request ${operation.method} `}"${address(operation)}"`,
    ...headersOf(operation).map(([name, value]) => `  --header "${name}: ${value}"`),
    ...(body === undefined ? [] : [`  --data '${JSON.stringify(body)}'`]),
    ...(sendsBytes(operation) ? ["  --data-binary @file.bin"] : []),
    ...(answersBytes(operation) ? ["  --output answer.bin"] : []),
  ];
  return lines.join(" \\\n");
}

function node(operation: Operation): string {
  const body = exampleBody(operation);
  const options = [
    ...(operation.method === "GET" ? [] : [`  method: "${operation.method}",`]),
    ...record("headers", headersOf(operation)),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(literal(body), "  ")}),`]),
    ...(sendsBytes(operation) ? [`  body: await readFile("file.bin"),`] : []),
  ];
  const call =
    options.length === 0
      ? [`const response = await fetch("${address(operation)}");`]
      : [`const response = await fetch("${address(operation)}", {`, ...options, "});"];
  return [
    ...(sendsBytes(operation) ? [`import { readFile } from "node:fs/promises";`, ""] : []),
    ...call,
    "if (!response.ok) throw new Error(await response.text());",
    ...(operation.answer.mediaType === undefined ? [] : [reading(operation)]),
  ].join("\n");
}

function reading(operation: Operation): string {
  if (answersBytes(operation)) return "const bytes = new Uint8Array(await response.arrayBuffer());";
  if (answersLines(operation))
    return `const lines = (await response.text()).trim().split("\\n").map((line) => JSON.parse(line) as unknown);`;
  return "const answer = await response.json();";
}

function record(name: string, entries: readonly (readonly [string, string])[]): string[] {
  if (entries.length === 0) return [];
  return [`  ${name}: {`, ...entries.map(([key, value]) => `    ${property(key)}: ${JSON.stringify(value)},`), "  },"];
}

function python(operation: Operation): string {
  const body = exampleBody(operation);
  const headers = headersOf(operation).filter(([name]) => name !== "Content-Type" || body === undefined);
  const options = [
    ...(headers.length === 0
      ? []
      : [`    headers={${headers.map(([key, value]) => `"${key}": "${value}"`).join(", ")}},`]),
    ...(body === undefined ? [] : [`    json=${indented(pythonLiteral(body), "    ")},`]),
    ...(sendsBytes(operation) ? [`    data=open("file.bin", "rb"),`] : []),
  ];
  return [
    "import requests",
    "",
    `response = requests.${operation.method.toLowerCase()}(`,
    `    "${address(operation)}",`,
    ...options,
    ")",
    "response.raise_for_status()",
    ...(operation.answer.mediaType === undefined
      ? []
      : [
          answersBytes(operation)
            ? "content = response.content"
            : answersLines(operation)
              ? "lines = response.text.splitlines()"
              : "answer = response.json()",
        ]),
  ].join("\n");
}

/** JSON as in a program: names have quotes only if they need them. */
function literal(value: unknown): string {
  return compact(JSON.stringify(value, null, 2)).replaceAll(/(^|[{,]\s*)"(\w+)":/gm, "$1$2:");
}

function pythonLiteral(value: unknown): string {
  return compact(JSON.stringify(value, null, 4)).replaceAll(/: (true|false|null)\b/g, (_, word: string) =>
    word === "null" ? ": None" : `: ${word === "true" ? "True" : "False"}`,
  );
}

/** Puts objects and lists of plain values on one line if it is short. */
function compact(json: string): string {
  return json
    .replaceAll(/\{\n[^{}[\]]*\n\s*\}/g, (text) => oneLine(text, " "))
    .replaceAll(/\[\n[^{}[\]]*\n\s*\]/g, (text) => oneLine(text, ""));
}

function oneLine(text: string, space: string): string {
  const inside = text.slice(1, -1).trim().replaceAll(/\n\s*/g, " ");
  return inside.length > 60 ? text : `${text[0]}${space}${inside}${space}${text.at(-1)}`;
}

function indented(text: string, indent: string): string {
  return text.replaceAll("\n", `\n${indent}`);
}

function property(name: string): string {
  return /^\w+$/.test(name) ? name : JSON.stringify(name);
}
