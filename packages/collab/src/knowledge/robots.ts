/**
 * robots.txt (RFC 9309), in time that is linear in its length. Sites choose both its rules and the paths of their pages, so
 * a path is matched with a rule without backtracking.
 */
import type { Limits } from "@weft/protocol";

type RobotsLimits = Pick<Limits, "robotsRules" | "robotsRuleLength">;

export interface Robots {
  allows(url: string): boolean;
  readonly sitemaps: readonly string[];
  /** In seconds, as the site asks; undefined where it does not. */
  readonly crawlDelay: number | undefined;
}

interface Rule {
  readonly allow: boolean;
  readonly pattern: string;
}

/** What a site asks of one group of robots. */
interface Group {
  readonly rules: Rule[];
  crawlDelay: number | undefined;
}

const sitemapsAtMost = 1_000;

/**
 * What a robots.txt asks of the robot of this name: the rules of its own groups, else those for all robots. Of the rules that
 * match a path, the longest counts; of two of one length, the one that allows.
 */
export function parseRobots(text: string, robot: string, limits: RobotsLimits): Robots {
  const own: Group = { rules: [], crawlDelay: undefined };
  const common: Group = { rules: [], crawlDelay: undefined };
  const sitemaps: string[] = [];
  let isNamed = false;
  /** Groups that the lines being read belong to. */
  let current = new Set<Group>();
  let afterName = false;
  for (const line of linesOf(text)) {
    const colon = line.indexOf(":");
    if (colon === -1) continue;
    const field = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (field === "user-agent") {
      if (!afterName) current = new Set();
      const name = value.split("/", 1)[0]!.trim().toLowerCase();
      if (name === robot.toLowerCase()) {
        current.add(own);
        isNamed = true;
      } else if (name === "*") current.add(common);
    } else if (field === "sitemap") {
      if (value !== "" && sitemaps.length < sitemapsAtMost) sitemaps.push(value);
    } else if (field === "crawl-delay") {
      const seconds = Number(value);
      if (value !== "" && !Number.isNaN(seconds)) for (const group of current) group.crawlDelay = seconds;
    } else if (field === "allow" || field === "disallow") {
      const rule = ruleOf(field === "allow", value, limits);
      if (rule !== undefined)
        for (const group of current) if (group.rules.length < limits.robotsRules) group.rules.push(rule);
    }
    afterName = field === "user-agent";
  }
  const { rules, crawlDelay } = isNamed ? own : common;
  return { sitemaps, crawlDelay, allows: (url) => isAllowed(rules, url) };
}

function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const char = text[at];
    if (char !== undefined && char !== "\n" && char !== "\r") continue;
    const line = text.slice(start, at);
    const comment = line.indexOf("#");
    yield comment === -1 ? line : line.slice(0, comment);
    start = at + 1;
  }
}

/** A long path that is disallowed is disallowed from its first characters on; a long one that is allowed is not read. */
function ruleOf(allow: boolean, value: string, { robotsRuleLength }: RobotsLimits): Rule | undefined {
  if (value === "" || (allow && value.length > robotsRuleLength)) return undefined;
  return { allow, pattern: normalized(value.slice(0, robotsRuleLength)) };
}

/** Escapes in one spelling, since `/ä`, `/%c3%a4` and `/%C3%A4` are one path. */
function normalized(path: string): string {
  return encodeURI(path.toWellFormed())
    .replaceAll("%25", "%")
    .replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
}

function isAllowed(rules: readonly Rule[], url: string): boolean {
  const { pathname, search } = new URL(url);
  const path = normalized(pathname + search);
  let best: Rule | undefined;
  for (const rule of rules) {
    const length = best?.pattern.length ?? -1;
    const counts = rule.pattern.length > length || (rule.pattern.length === length && rule.allow);
    if (counts && matches(rule.pattern, path)) best = rule;
  }
  return best?.allow ?? true;
}

/**
 * Whether a path begins with what a pattern describes: `*` is any text, and `$` at the end of the pattern the end of the path.
 * The first place of each part is the best: it leaves most of the path to the parts after it.
 */
export function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  const [first, ...others] = parts as [string, ...string[]];
  if (!path.startsWith(first)) return false;
  if (others.length === 0) return !isWhole || path.length === first.length;
  const last = isWhole ? others.pop()! : "";
  let at = first.length;
  for (const part of others) {
    const found = indexOf(path, part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return !isWhole || (path.length - last.length >= at && path.endsWith(last));
}

/** `text.indexOf(part, from)` in linear time, by Knuth, Morris and Pratt: that of the engine is quadratic for some texts. */
function indexOf(text: string, part: string, from: number): number {
  if (part === "") return from;
  const back = [0];
  for (let at = 1, length = 0; at < part.length; at++) {
    while (length > 0 && part[at] !== part[length]) length = back[length - 1]!;
    if (part[at] === part[length]) length++;
    back.push(length);
  }
  for (let at = from, length = 0; at < text.length; at++) {
    while (length > 0 && text[at] !== part[length]) length = back[length - 1]!;
    if (text[at] === part[length]) length++;
    if (length === part.length) return at - length + 1;
  }
  return -1;
}
