/** Signatures as the reference shows them: type parameters with whole names, results written out, and a line for what is long. */

/** A longer line is broken. */
const widest = 78;

/** What the packages call an app's own types in their declarations, and what apps call them. */
const names: Readonly<Record<string, string>> = {
  P: "Presence",
  S: "Storage",
  U: "UserMeta",
  E: "RoomEvent",
  TM: "ThreadMetadata",
  CM: "CommentMetadata",
  FM: "FeedMetadata",
  FMD: "FeedMessageData",
  K: "Key",
  O: "Fields",
  R: "Result",
  F: "Callback",
  A: "Arguments",
  T: "Result",
};

/** A declaration as it is read: overloads, and members below a namespace, are declarations of their own. */
export function readableSignature(signature: string): string {
  const [own, ...parts] = `\n${signature}`.split(/^(?=namespace )/mu);
  const shown = declarationsOf(own!).map((text) => layOut(readableType(text), ""));
  return [...shown, ...parts.map(readableNamespace)].join("\n");
}

/** The parts of a component, each with a declaration of its own. */
function readableNamespace(text: string): string {
  const [head, body] = [text.slice(0, text.indexOf("\n")), text.slice(text.indexOf("\n") + 1, text.lastIndexOf("}"))];
  const parts = declarationsOf(body).map((part) => `  ${layOut(readableType(part), "  ")}`);
  return [head, ...parts, "}"].join("\n");
}

/** A type, or a whole declaration, on one line. */
export function readableType(text: string): string {
  const line = withResults(oneLine(text));
  const kept = ownParameters(line);
  return (
    line
      .replaceAll(/(?<![\w."'`])([A-Z]{1,3})(?![\w"'`(])/gu, (word) => (kept.has(word) ? word : (names[word] ?? word)))
      .replaceAll(
        /\bApp(Presence|Storage|UserMeta|RoomEvent|ThreadMetadata|CommentMetadata|RoomInfo|GroupInfo)\b/gu,
        "$1",
      )
      .replaceAll(/\breadonly (?=[\w"]+\??:)/gu, "")
      // A type parameter with the name of its own default, or of an app's type, says nothing.
      .replaceAll(/\b(\w+)(?: extends [\w ]+)? = \1\b(?=[,>])/gu, "$1")
  );
}

/** Type parameters that stand for something else than an app's types: their constraint says what. */
function ownParameters(line: string): ReadonlySet<string> {
  const declared = line.matchAll(/[<,] ?(?:const )?([A-Z]{1,3}) extends (keyof|readonly|\w+)/gu);
  return new Set([...declared].flatMap(([, name, constraint]) => (usual.has(constraint!) ? [] : [name!])));
}

const usual: ReadonlySet<string> = new Set([
  "object",
  "keyof",
  "readonly",
  "JsonObject",
  "LsonObject",
  "UserMeta",
  "BaseMetadata",
  "MutationCallback",
]);

/** Types of results that no app can look up, written out. */
function withResults(text: string): string {
  return replaceCall(text, /\b(QueryResultOf|PagesOf|LoadableResult)</u, (name, given) => {
    const [value, key] = given.length === 3 ? given.slice(1) : given;
    const field = /^"(\w+)"$/u.exec(key ?? "")?.[1];
    if (value === undefined || field === undefined) return undefined;
    const paged = name === "PagesOf" || name === "PagedResult";
    const type = name === "PagesOf" ? `readonly ${/ [|&] /u.test(value) ? `(${value})` : value}[]` : value;
    const pages = "; hasFetchedAll?: boolean; isFetchingMore?: boolean; fetchMore?: () => void; fetchMoreError?: Error";
    return `{ ${field}?: ${type}; isLoading: boolean; error?: Error${paged ? pages : ""} }`;
  });
}

/** Replaces `Name<…>`, innermost last. What gives undefined stays. */
function replaceCall(
  text: string,
  start: RegExp,
  replace: (name: string, given: readonly string[]) => string | undefined,
): string {
  const found = start.exec(text);
  if (found === null) return text;
  const open = found.index + found[0].length - 1;
  const close = closeOf(text, open);
  if (close === -1) return text;
  const head = text.slice(0, found.index);
  const rest = replaceCall(text.slice(close + 1), start, replace);
  const given = itemsOf(text.slice(open + 1, close)).map(({ text: item }) => item);
  const written = replace(found[1]!, given) ?? text.slice(found.index, close + 1);
  return head + written + rest;
}

/** A text of several declarations, cut where one ends. */
function declarationsOf(text: string): string[] {
  return itemsOf(text, ";")
    .map(({ text: item }) => `${item};`)
    .filter((item) => item !== ";");
}

function oneLine(text: string): string {
  return text
    .replaceAll(/\s*\n\s*/gu, " ")
    .replaceAll(/([([<]) /gu, "$1")
    .replaceAll(/[,;]? ([)\]]|>(?=\())/gu, "$1")
    .replaceAll(/; \}/gu, " }")
    .trim();
}

const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** The end of the bracket that opens at `open`; -1 if there is none. */
function closeOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const letter = text[at]!;
    if (letter === '"') at = text.indexOf('"', at + 1);
    else if (closing[letter] !== undefined) depth += 1;
    else if (")]}".includes(letter) || (letter === ">" && text[at - 1] !== "=")) depth -= 1;
    if (depth === 0) return at;
    if (at === -1) return -1;
  }
  return -1;
}

/** The members between brackets, with what is between them. */
function itemsOf(text: string, separators = ",;"): readonly { readonly text: string; readonly end: string }[] {
  const items: { text: string; end: string }[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (closing[letter] !== undefined) {
      const close = closeOf(text, at);
      if (close !== -1) at = close;
    } else if (letter === '"') at = Math.max(at, text.indexOf('"', at + 1));
    else if (separators.includes(letter)) {
      items.push({ text: text.slice(from, at).trim(), end: letter });
      from = at + 1;
    }
  }
  const last = text.slice(from).trim();
  return last === "" ? items : [...items, { text: last, end: "" }];
}

/** Breaks a line that is too long: first its parameters, then its result. */
function layOut(text: string, indent: string): string {
  if (indent.length + text.length <= widest) return text;
  for (const bracket of "({[<") {
    const open = topLevel(text, bracket);
    const close = open === -1 ? -1 : closeOf(text, open);
    if (close === -1) continue;
    const items = itemsOf(text.slice(open + 1, close));
    const inner = `${indent}  `;
    const end = bracket === "{" ? ";" : bracket === "<" ? "" : ",";
    const lines = items.map((item, index) => {
      const isLast = index === items.length - 1;
      const after = item.text.startsWith("...") && isLast ? "" : end === "" ? (isLast ? "" : ",") : end;
      return `${inner}${layOut(item.text, inner)}${after}`;
    });
    const tail = text.slice(close);
    return `${layOutHead(text.slice(0, open + 1), indent)}\n${lines.join("\n")}\n${indent}${layOutTail(tail, indent)}`;
  }
  return text;
}

/** What precedes the parameters, to their opening bracket. */
function layOutHead(head: string, indent: string): string {
  const [before, bracket] = [head.slice(0, -1), head.at(-1)!];
  return indent.length + head.length <= widest || bracket !== "("
    ? head
    : layOut(`${before} `, indent).trimEnd() + bracket;
}

/** What follows the parameters, from their closing bracket. */
function layOutTail(tail: string, indent: string): string {
  const [close, rest] = [tail[0]!, tail.slice(1)];
  return indent.length + tail.length <= widest ? tail : close + layOut(rest, indent);
}

/** Where a bracket with something in it opens that is in no other one. */
function topLevel(text: string, bracket: string): number {
  for (let at = 0; at < text.length; at += 1) {
    if (closing[text[at]!] === undefined) continue;
    const close = closeOf(text, at);
    if (close === -1) return -1;
    if (text[at] === bracket && close > at + 1) return at;
    at = close;
  }
  return -1;
}
