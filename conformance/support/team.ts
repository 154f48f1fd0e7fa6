/** A team of a new account, with a management token. */
export interface ManagedTeam {
  readonly token: string;
  /** Creates a project over the management API, and returns its id. */
  newProject(): Promise<string>;
}

let teams = 0;

/** Signs up on a server, as the site does, and creates a token that may read and write. */
export async function openTeam(url: string): Promise<ManagedTeam> {
  let cookie = "";
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { origin: url, "x-weft-csrf": "1", "content-type": "application/json", cookie, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    const set = response.headers.getSetCookie().map((line) => line.split(";", 1)[0]!);
    if (set.length > 0) cookie = set.join("; ");
    return (await response.json()) as any;
  };
  const person = { email: `manager-${++teams}@weft.test`, password: "correct horse battery" };
  const details = { firstName: "Ada", lastName: "Lovelace", teamName: "Engines" };
  await call("POST", "/internal/auth/sign-up/email", { ...person, ...details });
  await call("POST", "/internal/auth/sign-in/email", person);
  const { teams: own } = await call("GET", "/internal/me");
  const { secret } = await call("POST", `/internal/teams/${own[0].id}/management-tokens`, {
    name: "Conformance",
    scopes: ["read:all", "write:all"],
  });
  const headers = { authorization: `Bearer ${secret}`, cookie: "" };
  return {
    token: secret,
    newProject: async () => (await call("POST", "/v2/management/projects", { type: "dev" }, headers)).id,
  };
}
