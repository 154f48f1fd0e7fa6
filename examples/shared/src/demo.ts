/** The demo project of the server that serves this page. */
export interface Demo {
  readonly publicKey: string;
  readonly baseUrl: string;
  /** The users that examples with users choose from. */
  readonly people: readonly DemoPerson[];
  /** Whether a language model answers in chats. Without one, the server says that it has none. */
  readonly hasModel: boolean;
}

/** A fictional user of the demo project. */
export interface DemoPerson {
  /** The first part of the user id. */
  readonly id: string;
  readonly name: string;
  readonly color: string;
}

const ownProject: Partial<Record<string, unknown>> = {
  publicKey: import.meta.env["VITE_WEFT_PUBLIC_KEY"],
  baseUrl: import.meta.env["VITE_WEFT_URL"],
};

/** Asks the server for its demo project. Rejects with a sentence for the user. */
export async function readDemo(): Promise<Demo> {
  const response = await fetch("/play/config.json", { headers: { accept: "application/json" } }).catch(() => null);
  const body: unknown = response?.ok ? await response.json().catch(() => null) : null;
  // A page on a static host has no server to ask, and uses the project that it was built for.
  const { publicKey, baseUrl, people, hasModel } = isRecord(body) ? body : ownProject;
  if (!response && publicKey === undefined)
    throw new Error("The Weft server isn't responding. Check that it is running.");
  if (!isText(publicKey))
    throw new Error("The Weft server has no demo project. Set VITE_WEFT_PUBLIC_KEY to use your own.");
  return {
    publicKey,
    // Behind a proxy the server may not know its own address; the address of this page always reaches it.
    baseUrl: isText(baseUrl) ? baseUrl : location.origin,
    people: Array.isArray(people) ? people.filter(isPerson) : [],
    hasModel: hasModel === true,
  };
}

/**
 * The authentication of an example with users: asks the server for an access token of this user. In an application of
 * your own, this is an endpoint of your back end, which knows who is signed in.
 */
export async function authorizeUser(userId: string): Promise<{ token: string }> {
  const response = await fetch("/internal/demo/authorize", {
    method: "POST",
    headers: { "content-type": "application/json", "x-weft-csrf": "1" },
    body: JSON.stringify({ userId }),
  });
  const body: unknown = await response.json().catch(() => null);
  const { token, message } = isRecord(body) ? body : {};
  if (response.ok && isText(token)) return { token };
  throw new Error(isText(message) ? message : `The server issued no token (HTTP ${response.status}).`);
}

function isPerson(value: unknown): value is DemoPerson {
  return isRecord(value) && isText(value["id"]) && isText(value["name"]) && isText(value["color"]);
}

function isRecord(value: unknown): value is Partial<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
