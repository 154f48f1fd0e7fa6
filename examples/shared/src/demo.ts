/** The demo project of the server that serves this page. */
export interface Demo {
  readonly publicKey: string;
  readonly baseUrl: string;
}

/** Asks the server for its demo project. Rejects with a sentence a person can read. */
export async function readDemo(): Promise<Demo> {
  const response = await fetch("/play/config.json", { headers: { accept: "application/json" } }).catch(() => null);
  if (!response) throw new Error("The Weft server does not answer. Is it running?");
  if (!response.ok) throw new Error(`The Weft server has no demo project for this page (HTTP ${response.status}).`);
  const body: unknown = await response.json().catch(() => null);
  const { publicKey, baseUrl } = isRecord(body) ? body : {};
  if (!isText(publicKey)) throw new Error("The Weft server answered without the demo project's public key.");
  // Behind a proxy the server may not know its own address; the address of this page always reaches it.
  return { publicKey, baseUrl: isText(baseUrl) ? baseUrl : location.origin };
}

function isRecord(value: unknown): value is Partial<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
