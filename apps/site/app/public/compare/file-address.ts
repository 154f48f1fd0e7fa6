/**
 * The address of a file in the repository. Hosts write it in different ways, so only those of GitHub and GitLab lead to the
 * file, and others to the repository.
 */
export function fileAddress(repositoryUrl: string, path: string): string {
  const base = repositoryUrl.replace(/(?:\.git)?\/?$/u, "");
  const { hostname } = new URL(base);
  if (hostname === "github.com") return `${base}/blob/HEAD/${path}`;
  if (hostname.startsWith("gitlab.")) return `${base}/-/blob/HEAD/${path}`;
  return base;
}
