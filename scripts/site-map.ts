/** One thing that the site was to have. `apps/site/site-map.tsv` holds them, a line each. */
export interface MapRow {
  /** The area, and where the area has several, the group in it: `8.4`. */
  readonly number: string;
  readonly part: string;
  /** The pattern of the address, if the row is a route. */
  readonly route: string | undefined;
  readonly state: MapState;
  /** The file that makes it so, and the test that looks at it. */
  readonly held: { readonly source: string; readonly file: string; readonly title: string } | undefined;
  /** Why it is not there, or in what it differs. */
  readonly reason: string | undefined;
}

const states = ["there", "differs", "not there"] as const;

export type MapState = (typeof states)[number];

/** Reads rows from text: a line of titles, then one line for each row, its members apart by tabs. */
export function readSiteMap(text: string): MapRow[] {
  const [, ...lines] = text.trimEnd().split("\n");
  return lines.map((line) => {
    const [number = "", part = "", route = "", state, source = "", file = "", title = "", reason = "", ...more] =
      line.split("\t");
    const known = states.find((one) => one === state);
    if (number === "" || part === "" || known === undefined || more.length > 0)
      throw new Error(`This is no row: ${line}`);
    return {
      number,
      part,
      route: route === "" ? undefined : route,
      state: known,
      held: source === "" && file === "" && title === "" ? undefined : { source, file, title },
      reason: reason === "" ? undefined : reason,
    };
  });
}

/** The facts that rows are checked against. */
export interface Site {
  /** The patterns of every route of the site, each once. */
  readonly routes: readonly string[];
  has(file: string): boolean;
  /** The titles of the tests in a file, or undefined where there is no such file. */
  testsOf(file: string): ReadonlySet<string> | undefined;
}

/** Returns one sentence for each fault in the rows. */
export function faultsOf(rows: readonly MapRow[], site: Site): string[] {
  const faults = rows.flatMap((row) => faultsOfRow(row, site));
  for (const [key, of] of Map.groupBy(rows, ({ number, part }) => `${number} (${part})`))
    if (of.length > 1) faults.push(`${key} has ${of.length} rows.`);
  for (const [route, of] of Map.groupBy(rows, (row) => row.route)) {
    if (route === undefined) continue;
    if (of.length > 1) faults.push(`${route} has ${of.length} rows.`);
    if (!site.routes.includes(route)) faults.push(`${route} has a row, and is no route of the site.`);
  }
  const listed = new Set(rows.map(({ route }) => route));
  for (const route of site.routes)
    if (!listed.has(route)) faults.push(`${route} is a route of the site without a row.`);
  return faults;
}

function faultsOfRow({ number, part, route, state, held, reason }: MapRow, site: Site): string[] {
  const row = `${number} (${part})`;
  const faults: string[] = [];
  if (areaOf(number) === undefined) faults.push(`${row} is in no area.`);
  if (state === "there" && reason !== undefined) faults.push(`${row} is there and says why it is not.`);
  if (state !== "there" && reason === undefined)
    faults.push(`${row} is not there as it was planned, and does not say why.`);
  if (state === "not there" && (held !== undefined || route !== undefined))
    faults.push(`${row} is not there, and names what would hold it.`);
  if (state === "not there") return faults;
  if (held === undefined) return [...faults, `${row} names neither its source nor its test.`];
  if (!site.has(held.source)) faults.push(`${row} is made by ${held.source}, which is not there.`);
  const titles = site.testsOf(held.file);
  if (titles === undefined) faults.push(`${row} names a test in ${held.file}, which is not there.`);
  else if (!titles.has(held.title))
    faults.push(`${row} names the test “${held.title}”, which ${held.file} does not have.`);
  return faults;
}

/** What numbers begin with, and what it is, in order. */
const areas: readonly (readonly [number: string, title: string])[] = [
  ["1", "Every page"],
  ["2.1", "Public addresses"],
  ["2.2", "Addresses for signing in"],
  ["2.3", "Addresses of accounts and teams"],
  ["2.4", "Addresses of projects"],
  ["3.1", "Search"],
  ["3.2", "Assistant"],
  ["3.3", "Feedback"],
  ["3.4", "Menus and dialogs"],
  ["4", "Tools of the assistant"],
  ["5", "Forms"],
  ["6", "Usage and plans"],
  ["7", "Formats"],
  ["8.1", "Projects of a team"],
  ["8.2", "Overview of a project"],
  ["8.3", "Quickstart"],
  ["8.4", "Rooms"],
  ["8.5", "Threads"],
  ["8.6", "Events and requests"],
  ["8.7", "Webhooks"],
  ["8.8", "Copilots"],
  ["8.9", "Analytics"],
  ["8.10", "API keys"],
  ["8.11", "Notifications"],
  ["8.12", "Members"],
  ["8.13", "Single sign-on and security"],
  ["8.14", "Settings of a project"],
  ["8.15", "Users and groups"],
  ["9", "Documentation, tutorial and examples"],
  ["10", "Contact, changelog, blog and sign-in"],
  ["11", "Permissions"],
  ["12", "Internal API"],
  ["13", "Fixed texts"],
  ["14", "Scenarios"],
];

function areaOf(number: string): string | undefined {
  return areas.find(([area]) => number === area || number.startsWith(`${area}.`))?.[0];
}

/** `docs/site-map.md` */
export function siteMapPage(rows: readonly MapRow[]): string {
  const areasOfRows = Map.groupBy(rows, ({ number }) => areaOf(number));
  const parts = areas.map(([area, title]) => ({ title, rows: areasOfRows.get(area) ?? [] }));
  const counts = parts.map(({ title, rows: of }) => [`[${title}](#${anchorOf(title)})`, ...countsOf(of)]);
  return `${[
    "# Site map",
    "<!-- Generated from apps/site/site-map.tsv by scripts/generate.ts: change that file, then run `npm run generate`. -->",
    "What the site and its dashboard have, part by part: the file that makes it so, and the test that looks at it. A part that differs from the plan, or is not there, says why. A test compares this list with the routes of the site.",
    table(["Area", ...states.map(capitalized)], [...counts, ["All", ...countsOf(rows)]]),
    ...parts.flatMap(({ title, rows: of }) => [
      `## ${title}`,
      table(["Part", "State", "Where", "Test", "Reason"], of.map(cellsOf)),
    ]),
  ].join("\n\n")}\n`;
}

function cellsOf({ part, state, held, reason }: MapRow): string[] {
  return [
    part,
    state,
    held === undefined ? "" : `[${held.source.replace(/^.*\//, "")}](../${held.source})`,
    held === undefined ? "" : `[${escaped(held.title)}](../${held.file})`,
    reason ?? "",
  ];
}

function countsOf(rows: readonly MapRow[]): string[] {
  return states.map((state) => String(rows.filter((row) => row.state === state).length));
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Titles of tests may have brackets, which would end a link. */
function escaped(text: string): string {
  return text.replaceAll(/[[\]<|*_]/g, String.raw`\$&`);
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w -]/g, "")
    .replaceAll(" ", "-");
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
