import type { BlockContent, Code, PhrasingContent, Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmToMarkdown } from "mdast-util-gfm";
import type { MdxJsxFlowElement, MdxJsxTextElement } from "mdast-util-mdx-jsx";
import { toMarkdown } from "mdast-util-to-markdown";
import { toString } from "mdast-util-to-string";
import { sentenceOf } from "../article/sequence-step.ts";
import type { SequenceStep } from "../article/sequence-step.ts";
import { assistantFunctions } from "../generated/assistant-functions.ts";
import { callers } from "../generated/callers.ts";
import { readableLimit, webhookAttempts } from "../generated/limits.ts";
import { machineRows, measuredOn, measuredRows } from "../generated/measured.ts";
import { objectsPage, operationOf, referenceOf } from "../generated/operations.ts";
import { planNames, planRows } from "../generated/plan-rows.ts";
import { serverSettings } from "../generated/settings.ts";
import { attributesOf } from "./attributes.ts";
import { exportedNames, sentenceOf as exportSentence } from "./exported-names.ts";
import { commandOf } from "./install-blocks.ts";
import type { Install } from "./install-command.ts";
import { namesOf } from "./name-lists.ts";
import type { NameListSource } from "./name-lists.ts";
import { parseCodeMeta } from "./code-meta.ts";
import { parseMdx } from "./parse.ts";
import { withDefaults } from "./placeholders.ts";
import { withSignatures } from "./signatures.ts";

/** A page's MDX as plain markdown: every component becomes what it says. */
export function pageMarkdown(source: string, route = ""): string {
  const children = withSignatures(
    parseMdx(source).children,
    /^\/docs\/api-reference\/(weft-[\w-]+(?:\/[\w-]+)?)$/u.exec(route)?.[1] ?? "",
  );
  const root: Root = { type: "root", children: blocks(children.flatMap(plain)) };
  return toMarkdown(root, { extensions: [gfmToMarkdown()], bullet: "-", rule: "-", listItemIndent: "one" });
}

type Element = MdxJsxFlowElement | MdxJsxTextElement;

function plain(node: RootContent): RootContent[] {
  switch (node.type) {
    case "mdxJsxFlowElement":
    case "mdxJsxTextElement":
      return component(node);
    case "mdxTextExpression":
    case "mdxFlowExpression":
      return textExpression(node.value);
    case "mdxjsEsm":
      return [];
    case "code":
      return [code(node)];
    default:
      if ("children" in node)
        return [{ ...node, children: (node.children as RootContent[]).flatMap(plain) } as RootContent];
      return [node];
  }
}

/** `{"text"}` is text; other expressions say nothing outside of a page. */
function textExpression(source: string): RootContent[] {
  try {
    return [text(String(JSON.parse(source)))];
  } catch {
    return [];
  }
}

function code(node: Code): Code {
  const { file } = parseCodeMeta(node.meta ?? "");
  return { ...node, value: withDefaults(node.value), meta: file === undefined ? null : `file="${file}"` };
}

function component(element: Element): RootContent[] {
  const given = attributesOf(element);
  const children = (element.children as RootContent[]).flatMap(plain);
  switch (element.name) {
    case "Callout": {
      const kind = typeof given["kind"] === "string" ? given["kind"] : "note";
      const title =
        typeof given["title"] === "string" ? given["title"] : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
      return [{ type: "blockquote", children: [paragraph(strong(title)), ...blocks(children)] }];
    }
    case "Step":
      return [paragraph(strong(String(given["title"]))), ...blocks(children)];
    case "Tabs": {
      const items = given["items"] as readonly string[];
      const panels = element.children.filter(({ type }) => type === "mdxJsxFlowElement") as unknown as RootContent[];
      return panels.flatMap((panel, index) => [paragraph(strong(items[index] ?? "")), ...blocks(plain(panel))]);
    }
    case "Cards":
      return [
        {
          type: "list",
          spread: false,
          children: blocks(children).map((child) => ({ type: "listItem", spread: false, children: [child] })),
        },
      ];
    case "Card": {
      const about = children
        .map((child) => toString(child))
        .join(" ")
        .trim();
      return [paragraph(link(String(given["href"]), String(given["title"])), text(about === "" ? "" : `: ${about}`))];
    }
    case "PropsTable":
      return propsTable(given["rows"] as readonly PropRow[] | string, given["label"] as string | undefined);
    case "Limit":
      return [text(readableLimit(String(given["name"])).text)];
    case "LimitsTable":
      return [
        table(
          ["Limit", "Value", "Name"],
          (given["names"] as readonly string[])
            .map(readableLimit)
            .map((limit) => [limit.label, limit.text, inline(limit.name)]),
        ),
      ];
    case "WebhookRetriesTable":
      return [
        table(
          ["Attempt", "Delay after the previous failure"],
          webhookAttempts.map(({ attempt, delay }) => [attempt, delay]),
        ),
      ];
    case "SettingsTable":
      return [
        table(
          ["Setting", "Default", "Description"],
          serverSettings.map((setting) => [
            inline(setting.env),
            setting.default === undefined ? "" : inline(setting.default),
            setting.description,
          ]),
        ),
      ];
    case "FunctionList":
      return [
        table(
          ["Function", "Endpoint", "Group", "Effect"],
          assistantFunctions.map(({ name, group, summary, effect, href }) => [
            inline(name),
            link(href, summary),
            group,
            effect,
          ]),
        ),
      ];
    case "MeasuredTable":
      return [
        table(
          ["Load", "Result", "CPU of one core", "p99"],
          measuredRows.map(({ scenario, result, load, p99 }) => [scenario, result, load, p99]),
        ),
        paragraph(text(`Measured on ${measuredOn.day} on an ${measuredOn.processor} processor, with SQLite.`)),
      ];
    case "PlanTable":
      return [
        table(
          ["Per month", ...planNames],
          planRows.map(({ label, values }) => [label, ...values]),
        ),
      ];
    case "MachineTable":
      return [
        table(
          ["What", "Measured"],
          machineRows.map(({ need, value }) => [need, value]),
        ),
      ];
    case "Figure":
      return [paragraph({ type: "image", url: String(given["light"]), alt: String(given["alt"]) })];
    case "Sequence":
      return [
        paragraph(strong(String(given["label"]))),
        list((given["steps"] as readonly SequenceStep[]).map((step) => [text(sentenceOf(step))])),
      ];
    case "LiveDemo":
      return [paragraph(link(`/examples/${String(given["example"])}`, "Live demo in two windows"))];
    case "Endpoint": {
      const operation = operationOf(String(given["id"]));
      return [
        paragraph(
          link(referenceOf(operation), `${operation.method} ${operation.path}`),
          text(`: ${operation.summary}`),
        ),
      ];
    }
    case "Call": {
      const { method, path, auth } = operationOf(String(given["id"]));
      return [paragraph(inline(`${method} ${path}`)), paragraph(text(callers[auth]))];
    }
    case "CallList":
      return [
        list(
          (given["ids"] as readonly string[])
            .map(operationOf)
            .map((operation) => [
              link(referenceOf(operation), operation.summary),
              text(": "),
              inline(`${operation.method} ${operation.path}`),
            ]),
        ),
      ];
    case "ObjectList":
      return [
        list(
          (given["names"] as readonly string[]).map((name) => [
            link(`${objectsPage}#object-${name.toLowerCase()}`, name),
          ]),
        ),
      ];
    case "ErrorCodes": {
      const codes = given["codes"] as readonly { code: string; status: number }[];
      return [
        paragraph(
          strong("Errors:"),
          ...codes.flatMap(({ code: name, status }, index) => [
            text(index === 0 ? " " : ", "),
            link(`/docs/errors/${name}`, name),
            text(` (${status})`),
          ]),
        ),
      ];
    }
    case "ErrorFinder": {
      const rows = given["rows"] as readonly { href: string; title: string; text: string }[];
      return [
        {
          type: "list",
          spread: false,
          children: rows.map((row) => ({
            type: "listItem",
            children: [paragraph(link(row.href, row.title), text(`: ${row.text}`))],
          })),
        },
      ];
    }
    case "NameList":
      return [list(namesOf(given as unknown as NameListSource).map(({ name, href }) => [link(href, name)]))];
    case "Exports":
      return [
        list(
          exportedNames(String(given["package"])).map((exported) => [
            inline(exported.name),
            text(` (${exported.kind}): `),
            ...inlineNodes(exportSentence(exported)),
          ]),
        ),
      ];
    case "Install": {
      const install = given as unknown as Install;
      if (given["only"] !== undefined) return [code(commandOf("weft", install))];
      return [
        code(commandOf("weft", install)),
        paragraph(text("With the official packages:")),
        code(commandOf("liveblocks", install)),
      ];
    }
    case "PackageSwitch":
      return [
        paragraph(
          text("Samples import from "),
          inline("@weft/*"),
          text(". The official packages have the same names in "),
          inline("@liveblocks/*"),
          text(", with "),
          inline("Liveblocks"),
          text(" in place of "),
          inline("Weft"),
          text("."),
        ),
      ];
    case "TopicFilter":
    case "TryIt":
      return [];
    default:
      return children;
  }
}

function list(items: readonly (readonly PhrasingContent[])[]): RootContent {
  return {
    type: "list",
    spread: false,
    children: items.map((item) => ({ type: "listItem", spread: false, children: [paragraph(...item)] })),
  };
}

interface PropRow {
  readonly name: string;
  readonly type: string;
  readonly default?: string;
  readonly required?: boolean;
  readonly description: string;
}

/** The compiler gives the rows of derived tables as JSON. */
function propsTable(given: readonly PropRow[] | string, label: string | undefined): RootContent[] {
  const rows = typeof given === "string" ? (JSON.parse(given) as readonly PropRow[]) : given;
  const body = rows.map((row) => [
    inline(row.name),
    inline(row.type),
    row.required === true ? "required" : row.default === undefined ? "" : inline(row.default),
    row.description,
  ]);
  return [
    ...(label === undefined ? [] : [paragraph(strong(label))]),
    table(["Name", "Type", "Default", "Description"], body),
  ];
}

function table(head: readonly string[], rows: readonly (readonly (string | PhrasingContent)[])[]): RootContent {
  return {
    type: "table",
    children: [head, ...rows].map((cells) => ({
      type: "tableRow",
      children: cells.map((cell) => ({
        type: "tableCell",
        children: typeof cell === "string" ? inlineNodes(cell) : [cell],
      })),
    })),
  };
}

/** The nodes of one line of markdown. */
function inlineNodes(markdown: string): PhrasingContent[] {
  const first = fromMarkdown(markdown.replaceAll("<", "\\<")).children[0];
  return first?.type === "paragraph" ? first.children : [text(markdown)];
}

const phrasing = new Set(["text", "inlineCode", "emphasis", "strong", "delete", "link", "image", "break"]);

/** Text on its own, as in a component of one line, becomes a paragraph. */
function blocks(nodes: readonly RootContent[]): BlockContent[] {
  const gathered: BlockContent[] = [];
  let line: PhrasingContent[] = [];
  const end = () => {
    if (line.some((node) => node.type !== "text" || node.value.trim() !== "")) gathered.push(paragraph(...line));
    line = [];
  };
  for (const node of nodes) {
    if (phrasing.has(node.type)) line.push(node as PhrasingContent);
    else {
      end();
      gathered.push(node as BlockContent);
    }
  }
  end();
  return gathered;
}

function paragraph(...children: PhrasingContent[]): BlockContent {
  return { type: "paragraph", children };
}

function text(value: string): PhrasingContent & { type: "text" } {
  return { type: "text", value };
}

function strong(value: string): PhrasingContent {
  return { type: "strong", children: [text(value)] };
}

function inline(value: string): PhrasingContent {
  return { type: "inlineCode", value };
}

function link(url: string, title: string): PhrasingContent {
  return { type: "link", url, children: [text(title)] };
}
