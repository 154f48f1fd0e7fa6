import type { Page } from "playwright-core";

export interface SignedUp {
  readonly email: string;
  readonly password: string;
  readonly teamId: string;
  readonly projectId: string;
  /** Calls the site's own API as this person; answers the JSON, and fails where the answer is no success. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<unknown>;
}

export interface NewPerson {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly teamName: string;
  readonly projectName?: string;
  /** Verifies the address, where the server requires that before a sign-in. */
  readonly confirm?: (call: SignedUp["call"]) => Promise<void>;
}

const password = "threads that cross and hold";

/**
 * Creates an account, a team and a project for the user of this page, without the forms. For journeys about other
 * things.
 */
export async function signUp(page: Page, person: NewPerson): Promise<SignedUp> {
  const {
    firstName = "Ada",
    lastName = "Lovelace",
    email = "ada@example.com",
    teamName,
    projectName = "Board",
    confirm,
  } = person;
  const origin = new URL(page.url()).origin;
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await page.request.fetch(path, {
      method,
      data: body,
      headers: { origin, "x-weft-csrf": "1", "content-type": "application/json" },
    });
    const text = await response.text();
    if (!response.ok()) throw new Error(`${method} ${path} answered ${response.status()}: ${text}`);
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  };
  await call("POST", "/internal/auth/sign-up/email", {
    email,
    password,
    name: `${firstName} ${lastName}`,
    firstName,
    lastName,
  });
  await confirm?.(call);
  await call("POST", "/internal/auth/sign-in/email", { email, password });
  const { id: teamId } = (await call("POST", "/internal/accounts", { name: teamName })) as { id: string };
  const { _id: projectId } = (await call("POST", `/internal/accounts/${teamId}/projects`, {
    displayName: projectName,
  })) as { _id: string };
  return { email, password, teamId, projectId, call };
}
