/** Starts a server from a checkout. */
export const startCommand = "npm install && npm start";

/** What a terminal needs to get from nothing to a running server; without a repository, from a checkout. */
export function startCommands(repositoryUrl: string | null | undefined): readonly string[] {
  if (!repositoryUrl) return [startCommand];
  const folder = new URL(repositoryUrl).pathname
    .replace(/\/$/u, "")
    .replace(/\.git$/u, "")
    .split("/")
    .at(-1);
  return [`git clone ${repositoryUrl}`, `cd ${folder === undefined || folder === "" ? "weft" : folder}`, startCommand];
}
