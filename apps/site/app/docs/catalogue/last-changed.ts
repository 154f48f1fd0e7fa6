import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";

/**
 * When files were last changed: by their latest commit, and without one (a fresh file, a tree without its history) by
 * their own date.
 */
export function lastChanged(repository: string, folder: string): (file: string) => string {
  const commits = new Map<string, string>();
  let at = "";
  for (const line of history(repository, folder)) {
    if (line.startsWith("@")) at = line.slice(1);
    else if (line !== "" && !commits.has(line)) commits.set(line, at);
  }
  const byPath = new Map([...commits].map(([path, instant]) => [join(repository, path), instant]));
  return (file) => byPath.get(file) ?? statSync(file).mtime.toISOString();
}

function history(repository: string, folder: string): string[] {
  try {
    const args = ["-C", repository, "log", "--format=@%cI", "--name-only", "--", folder];
    return execFileSync("git", args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 1 << 27,
    }).split("\n");
  } catch {
    return [];
  }
}
