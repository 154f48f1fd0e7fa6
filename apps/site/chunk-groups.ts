/**
 * How the scripts of the site are put together. Left alone, the bundler makes a file of every module that two routes
 * share: a screen of the dashboard was a hundred requests. A module is in the first group that takes it, together with
 * what it imports, so the groups are in the order of who loads them:
 *
 *     core          every page                React, the router, the shell, what public pages share with the dashboard
 *     close-code    clients of rooms          codes of sockets
 *     common        public pages              icons that they share
 *     forms         pages with a long form    react-hook-form
 *     form-parts    pages with a form         what forms share
 *     markdown      answers and guides        Markdown of models and users
 *     docs          pages of the docs         their tree, and what is around a text
 *     auth          sign-in pages
 *     app           the dashboard             its frame, and what its first screens import
 *     kit           the other screens         the rest of the kit
 *     project       screens of a project      what they share
 *     copilot-form  screens of a copilot      its form, and the schemas that check it
 *
 * What only one route uses stays in that route's own file. A group with one entry in it is that entry's file: `core` is
 * `root-*.js`, and `app` is `dashboard-layout-*.js`. With two, each would get a file of one line, and the bundler's
 * helpers a third, so `entry.client.tsx` is in no group.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Rolldown } from "vite";

const sources = fileURLToPath(new URL("app/", import.meta.url)).replaceAll("\\", "/");

const ofPackages = (...names: readonly string[]) => String.raw`/node_modules/(?:${names.join("|")})/`;
const ofIcon = (name: string) => String.raw`/lucide-react/dist/esm/icons/${name}\.`;
const ofApp = (path: string) => `${sources}${path}`;
/** Paths with slashes, on any system. */
const oneOf = (...patterns: readonly string[]) => {
  const expression = new RegExp(patterns.join("|"), "u");
  return (id: string) => expression.test(id.replaceAll("\\", "/"));
};

/** The parts of the kit that public pages use, too. */
const publicKit = [
  "badge",
  "card",
  "checkbox",
  "code-block",
  "control-style",
  "copy-button",
  "empty-state",
  "error-state",
  "field",
  "field-context",
  "filtered-empty-state",
  "form-message",
  "input",
  "skeleton",
  "table",
  "tabs",
  "textarea",
  "url-tabs",
];

/** The dashboard's frame, and the screens where users arrive: their projects, and the rooms of one. */
const firstScreens = [
  "dashboard/frame/dashboard-layout.tsx",
  "dashboard/team/projects-page.tsx",
  "dashboard/project/rooms/rooms-page.tsx",
].map(ofApp);

const isOfDashboard = (file: string) => /^(?:dashboard|ui)\//u.test(file);
const publicIcons = iconsOf((file) => !isOfDashboard(file));
const dashboardIcons = iconsOf(isOfDashboard);

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  {
    name: "core",
    test: oneOf(
      ofPackages("react", "react-dom", "react-router", "scheduler", "clsx", "@tanstack/(?:query-core|react-query)"),
      ofApp(String.raw`root\.tsx`),
      ofApp(String.raw`ui/(?:${publicKit.join("|")})\.tsx?$`),
      ofApp("(?:api|formats)/"),
      ofApp(String.raw`shell/side-navigation\.ts$`),
      ...[...publicIcons].filter((icon) => dashboardIcons.has(icon)).map(ofIcon),
    ),
  },
  // A few numbers that the home page's client shares with the form of a copilot, which it would load otherwise.
  { name: "close-code", test: oneOf(String.raw`/packages/protocol/src/socket/close-code\.ts$`) },
  {
    name: "common",
    minShareCount: 2,
    test: oneOf(...[...publicIcons].map(ofIcon)),
  },
  { name: "forms", test: oneOf(ofPackages("react-hook-form")) },
  {
    name: "form-parts",
    minShareCount: 2,
    test: oneOf(
      // The others import the kit of the dashboard.
      ofApp("forms/(?!address-|create-|new-secret-notice|sales-)"),
      String.raw`/packages/protocol/src/internal/form-rules\.ts$`,
    ),
  },
  { name: "markdown", test: oneOf(ofApp(String.raw`ui/markdown\.tsx$`)) },
  {
    name: "docs",
    minShareCount: 2,
    test: oneOf(
      "virtual:docs/tree$",
      ofApp("docs/frame/(?!docs-(?:layout|page))"),
      ofApp(String.raw`docs/article/(?:article|drawn-articles|fetch-article)\.tsx?$`),
    ),
  },
  { name: "auth", minShareCount: 2, test: oneOf(ofApp("auth/")) },
  {
    name: nameOfFirst,
    debugName: "app",
    test: oneOf(ofApp(""), ...[...iconsOf((file) => firstScreens.includes(ofApp(file)))].map(ofIcon)),
  },
  {
    name: "kit",
    minShareCount: 2,
    test: oneOf(
      ofPackages("@floating-ui", "@base-ui", "lucide-react"),
      ofApp("(?:ui|usage)/"),
      String.raw`/packages/protocol/src/(?:\w+-)?limits\.ts$`,
      // The account's screens share the client of the sign-in pages with nothing else.
      ofApp("dashboard/(?!account/|project/)"),
    ),
  },
  {
    name: "project",
    minShareCount: 2,
    test: oneOf(
      // What compares texts has parts of Yjs with it: the home page's document would load the dashboard for them.
      ofApp(String.raw`dashboard/project/(?!copilots/|room/versions/(?:difference-table|text-difference)\.)`),
      ofApp(String.raw`dashboard/project/copilots/(?:copilot-(?:fields|queries|templates)|provider-names)\.ts$`),
    ),
  },
  {
    name: "copilot-form",
    minShareCount: 2,
    test: oneOf(ofApp(String.raw`dashboard/project/copilots/copilot-(?:form|faults)\.tsx?$`)),
  },
];

/** The sources that the first screens import. */
let first: ReadonlySet<string> | undefined;

function nameOfFirst(id: string, context: Rolldown.ChunkingContext): string | null {
  first ??= importsOf(firstScreens, context);
  return first.has(id) || id.startsWith(firstScreens[0]!) || !id.startsWith(sources) ? "app" : null;
}

/** The sources that these import, and those import in turn. */
function importsOf(roots: readonly string[], context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) {
      if (found.has(imported) || !imported.startsWith(sources)) continue;
      found.add(imported);
      visit(imported);
    }
  };
  for (const root of roots) visit(root);
  return found;
}

/** The icons that these sources import, as the files of their package are named. */
function iconsOf(isWanted: (file: string) => boolean): Set<string> {
  const icons = new Set<string>();
  for (const entry of readdirSync(sources, { recursive: true, encoding: "utf8" })) {
    const file = entry.replaceAll("\\", "/");
    if (!/\.tsx?$/u.test(file) || !isWanted(file)) continue;
    const [, names = ""] =
      /import \{([^}]*)\} from "lucide-react"/u.exec(readFileSync(`${sources}${file}`, "utf8")) ?? [];
    for (const [, name = ""] of names.matchAll(/(?:^|,)\s*(\w+)/gu))
      icons.add(
        name
          .replace(/Icon$/u, "")
          .replaceAll(/(?<=[a-z])(?=[A-Z\d])|(?<=\d)(?=[A-Z])/gu, "-")
          .toLowerCase(),
      );
  }
  return icons;
}
