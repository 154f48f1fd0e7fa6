/** The packages that commands in a text install or run: `npm install a`, `npx b`, `pnpm dlx c`, `npm create d`. */

const installs = String.raw`npm (?:install|i|add)|pnpm (?:install|i|add)|yarn add|bun (?:install|i|add)`;
const runs = String.raw`npm (?:exec|x)|npx|pnpm dlx|pnpx|yarn dlx|bunx|bun x`;
const creates = String.raw`(?:npm|pnpm|yarn|bun) (?:create|init)`;
const command = new RegExp(
  String.raw`(?<![\w./-])(?:(${installs})|(${runs})|(${creates}))[ \t]+([^\n"'\x60;&|<)]+)`,
  "gu",
);

/** Options whose value is the next word. */
const withValue = new Set(["-w", "--workspace", "--prefix", "--registry", "-c", "--call", "--pack-destination"]);

export interface InstalledName {
  /** A package’s name without its version, or an address. */
  readonly name: string;
  /** The offset of the command in the text. */
  readonly at: number;
}

export function installedNames(text: string): InstalledName[] {
  // A line that ends in a backslash continues; the replacement has the same length, so that offsets stay as they are.
  const lines = text.replaceAll(/\\+\r?\n/gu, (broken) => " ".repeat(broken.length));
  return [...lines.matchAll(command)].flatMap(({ 1: install, 3: create, 4: rest = "", index }) => {
    const { options, words } = readArguments(rest.split(/(?:^|\s)#/u)[0]!);
    const specifiers = install !== undefined ? words : options.length > 0 ? options : words.slice(0, 1);
    return specifiers
      .filter((specifier) => !/\$\{?\w|[…*]|^\.{0,2}\/|^\.$|^file:/u.test(specifier))
      .map((specifier) => ({
        name: create === undefined ? nameOf(specifier) : createdBy(nameOf(specifier)),
        at: index,
      }));
  });
}

/** The words of a command that are no options, and the packages that `-p` and `--package` name. */
function readArguments(rest: string): { readonly options: readonly string[]; readonly words: readonly string[] } {
  const options: string[] = [];
  const words: string[] = [];
  const parts = rest.trim().split(/\s+/u);
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index]!;
    if (part === "-p" || part === "--package") options.push(parts[(index += 1)] ?? "");
    else if (part.startsWith("--package=")) options.push(part.slice("--package=".length));
    else if (part === "--") break;
    else if (withValue.has(part)) index += 1;
    else if (part !== "" && part !== "\\" && !part.startsWith("-")) words.push(part.replace(/[.,:]$/u, ""));
  }
  return { options, words };
}

function nameOf(specifier: string): string {
  return /^https?:|^\{\{/u.test(specifier) ? specifier : specifier.replace(/(?<=.)@.*$/u, "");
}

/** `npm create vite` runs `create-vite`; `npm create @scope/app` runs `@scope/create-app`. */
function createdBy(name: string): string {
  if (/^https?:|^\{\{/u.test(name)) return name;
  const [scope, rest] = name.startsWith("@") ? name.split("/") : [undefined, name];
  return scope === undefined ? `create-${rest}` : rest === undefined ? `${scope}/create` : `${scope}/create-${rest}`;
}
