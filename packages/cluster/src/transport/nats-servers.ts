import type { ConnectionOptions, TlsOptions } from "@nats-io/transport-node";

export interface NatsServers {
  /**
   * Servers of one NATS cluster: `nats://host:4222`, or `tls://` for connections that must be encrypted. A user and password,
   * or a token in the place of the user, are in the URL.
   */
  readonly servers: readonly string[];
  /** Files in PEM format: the authority that signed the server's certificate, and a certificate for this node. */
  readonly tls?: { readonly caFile?: string; readonly certFile?: string; readonly keyFile?: string };
}

/** @throws if the URLs cannot be used together, with a message for operators */
export function toConnectionOptions({ servers, tls: files }: NatsServers): ConnectionOptions {
  const urls = servers.map(parse);
  const [first, ...others] = urls;
  if (first === undefined)
    throw new Error("No NATS server is given. Give at least one, such as nats://127.0.0.1:4222.");
  const { username, password, protocol } = first;
  for (const other of others)
    if (other.username !== username || other.password !== password || other.protocol !== protocol)
      throw new Error("The URLs of all NATS servers need the same scheme, user and password.");
  const tls: TlsOptions | undefined = files !== undefined || protocol === "tls:" ? { ...files } : undefined;
  const user = decodeURIComponent(username);
  const pass = decodeURIComponent(password);
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port === "" ? "4222" : port}`),
    ...(tls !== undefined && { tls }),
    ...(user !== "" && (pass === "" ? { token: user } : { user, pass })),
  };
}

function parse(server: string): URL {
  const url = URL.parse(server);
  if (url === null || (url.protocol !== "nats:" && url.protocol !== "tls:") || url.hostname === "")
    throw new Error(`${redacted(server)} is not the URL of a NATS server. Write nats://host:4222 or tls://host:4222.`);
  return url;
}

/** Without what may be a password. */
function redacted(server: string): string {
  const end = server.lastIndexOf("@");
  return end === -1 ? server : `…${server.slice(end)}`;
}
