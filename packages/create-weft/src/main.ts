#!/usr/bin/env node
/**
 * Creates an application from an example, or moves one to Weft's own packages. A Weft server serves this command as a package,
 * for npx.
 */
import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { cancel, intro, outro, select, text } from "@clack/prompts";
import { examples, starterKits } from "@weft/example-catalogue";
import { createWeftCommand } from "@weft/example-catalogue/create-weft";
import { createApplication } from "./create.ts";
import { migrateCommand } from "./migrate/migrate.ts";

const nearServer = "http://localhost:7070";

const help = `Creates an application from an example of Weft.

  ${createWeftCommand(nearServer, "")}
  ${createWeftCommand(nearServer, "my-app --example kanban")}

Moves an application to Weft's own packages; "migrate --help" shows its options.

  ${createWeftCommand(nearServer, `migrate my-app --server ${nearServer}`)}

Options
  --example <name>   The example. --list shows them.
  --dir <folder>     Where to create the application; the same as the argument.
  --url <address>    Your Weft server. Default: ${nearServer}
  --key <key>        The public key of your project; for starter-kit, a secret key.
                     Default: the server's demo project; starter-kit has none
  --list             Lists the examples.
  --help             Shows this help.
  --version          Shows the version.
`;

const templates = join(import.meta.dirname, "templates");
const choices = [...examples, ...starterKits];

async function main(): Promise<void> {
  const [command, ...rest] = process.argv.slice(2);
  if (command === "migrate") return print(await migrateCommand(rest));
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      example: { type: "string" },
      dir: { type: "string" },
      url: { type: "string", default: nearServer },
      key: { type: "string" },
      list: { type: "boolean" },
      help: { type: "boolean", short: "h" },
      version: { type: "boolean", short: "v" },
    },
  });
  if (values.help) return print(help);
  if (values.version) return print(`${version()}\n`);
  if (values.list) return print(choices.map(({ name, title }) => `${name.padEnd(22)}${title}\n`).join(""));
  if (!URL.canParse(values.url)) throw new Error(`${values.url} is not an address. Example: ${nearServer}`);

  const interactive = process.stdin.isTTY && process.stdout.isTTY;
  if (interactive) intro("Create a Weft application");
  const name = values.example ?? (interactive ? await askExample() : undefined);
  if (name === undefined) throw new Error("Choose an example with --example. --list shows them.");
  if (!choices.some((choice) => choice.name === name))
    throw new Error(`There is no example "${name}". --list shows the examples.`);
  const isKit = starterKits.some((kit) => kit.name === name);
  const prefix = isKit ? "sk_" : "pk_";
  if (values.key !== undefined && !values.key.startsWith(prefix))
    throw new Error(`${name} needs a ${isKit ? "secret" : "public"} key, which starts with ${prefix}`);
  const folder = values.dir ?? positionals[0] ?? (interactive ? await askFolder(name) : name);

  await createApplication({
    template: join(templates, name),
    folder: resolve(folder),
    serverUrl: values.url.replace(/\/$/u, ""),
    key: values.key,
  });
  const needsKey = isKit && values.key === undefined;
  const next = [
    ...(resolve(folder) === process.cwd() ? [] : [`cd ${relative(process.cwd(), resolve(folder))}`]),
    "npm install",
    "npm run dev",
  ];
  const settings = needsKey ? "Set WEFT_SECRET_KEY in .env. " : "";
  if (interactive) outro(`Created. ${settings}Next: ${next.join(" && ")}`);
  else
    print(
      `Created ${folder} from the example "${name}". ${settings}Next:\n\n${next.map((line) => `  ${line}\n`).join("")}`,
    );
}

async function askExample(): Promise<string> {
  return answered(
    await select({
      message: "Which example?",
      maxItems: 12,
      options: choices.map(({ name, title, line }) => ({ value: name, label: title, hint: line })),
    }),
  );
}

async function askFolder(name: string): Promise<string> {
  return answered(await text({ message: "In which folder?", placeholder: name, defaultValue: name }));
}

/** The answer to a question; ends the command if the user cancels. */
function answered(answer: string | symbol): string {
  if (typeof answer === "string") return answer;
  cancel("Nothing was created.");
  process.exit(1);
}

function version(): string {
  return (JSON.parse(readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8")) as { version: string })
    .version;
}

function print(output: string): void {
  process.stdout.write(output);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
