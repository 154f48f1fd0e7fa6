/** What `npm run cluster` needs beside this repository: PostgreSQL and NATS, and how to get them. */
import { inspectNats } from "@weft/cluster/nats";
import { queryDatabase } from "@weft/store/testing/postgres";
import { systemClock } from "@weft/server";

/** One that is missing, as it is printed. */
export interface MissingNeed {
  /** One sentence. */
  readonly says: string;
  /** Ways to get it, each with its commands. */
  readonly ways: readonly (readonly [name: string, ...commands: string[]])[];
}

const run = "npm run cluster";

/** Undefined if the database can be used. It is created where there is none. */
export async function checkDatabase(url: string): Promise<MissingNeed | undefined> {
  const { host, username, pathname } = new URL(url);
  const name = decodeURIComponent(pathname.slice(1));
  try {
    await queryDatabase(url, "select 1");
    return undefined;
  } catch (cause) {
    const { code } = cause as { readonly code?: string };
    if (code === noDatabase) return createDatabase(url);
    if (isRefusal(cause))
      return {
        says: `PostgreSQL at ${host} does not let this user in (${reasonOf(cause)}).`,
        ways: [
          ["Debian", `sudo -u postgres psql -c "create role weft login createdb password 'weft'"`, asWeft(host)],
          ["Another role", `WEFT_DATABASE=postgres://<user>:<password>@${host}/${name} ${run}`],
        ],
      };
    return {
      says: `No PostgreSQL can be reached at ${host} (${reasonOf(cause)}).`,
      ways: [
        [
          "Debian",
          "sudo apt install postgresql",
          `sudo -u postgres psql -c "create role weft login createdb password 'weft'"`,
          asWeft("127.0.0.1:5432"),
        ],
        [
          "Docker",
          "docker run --detach --name weft-postgres --publish 127.0.0.1:5432:5432 --env POSTGRES_HOST_AUTH_METHOD=trust postgres:18",
        ],
        ["Another one", `WEFT_DATABASE=postgres://${username || "<user>"}:<password>@<host>:5432/${name} ${run}`],
      ],
    };
  }
}

const noDatabase = "3D000";
const mayNotCreate = "42501";
const isThere = new Set(["42P04", "23505"]);
/** PostgreSQL has codes for a wrong user or password. The driver itself notices that it has none to send. */
const isRefusal = (cause: unknown) => {
  const { code = "", message = "" } = cause as { readonly code?: string; readonly message?: string };
  return code.startsWith("28") || message.startsWith("SASL");
};
const asWeft = (host: string) => `WEFT_DATABASE=postgres://weft:weft@${host}/${ownDatabase} ${run}`;

/** The database of the cluster, apart from that of a server that is not one. */
export const ownDatabase = "weft_cluster";

async function createDatabase(url: string): Promise<MissingNeed | undefined> {
  const maintenance = new URL(url);
  const name = decodeURIComponent(maintenance.pathname.slice(1));
  const role = decodeURIComponent(maintenance.username);
  maintenance.pathname = "/postgres";
  try {
    const quoted = `"${name.replaceAll('"', '""')}"`;
    await queryDatabase(maintenance.href, `create database ${quoted} encoding 'UTF8' template template0`);
    return undefined;
  } catch (cause) {
    const { code = "" } = cause as { readonly code?: string };
    if (isThere.has(code)) return undefined;
    const why = code === mayNotCreate ? `the role ${role} may not create databases` : reasonOf(cause);
    const owner = role === "" ? "" : ` --owner=${role}`;
    return {
      says: `PostgreSQL at ${maintenance.host} has no database ${name}, and it could not be created: ${why}.`,
      ways: [["Create it", `sudo -u postgres createdb --encoding=UTF8 --template=template0${owner} ${name}`]],
    };
  }
}

export type NatsNeed = Pick<Parameters<typeof inspectNats>[0], "servers" | "tls">;

/** Undefined if the NATS servers can be used. */
export async function checkNats(servers: NatsNeed): Promise<MissingNeed | undefined> {
  const reports = await inspectNats({ ...servers, cluster: "npm-run-cluster", clock: systemClock });
  for (const report of reports) {
    const { server } = report;
    if (report.kind === "refused")
      return {
        says: `NATS cannot be used at ${server} (${report.why}).`,
        ways: [
          ["Debian", "sudo apt install nats-server", "nats-server --addr 127.0.0.1"],
          ["Docker", "docker run --detach --name weft-nats --publish 127.0.0.1:4222:4222 nats:2"],
          ["Another one", `WEFT_NATS=nats://<user>:<password>@<host>:4222 ${run}`],
        ],
      };
    const { payloadBytes, neededBytes, unusable, apartFrom } = report;
    const why =
      payloadBytes < neededBytes
        ? `its max_payload of ${payloadBytes} bytes is less than ${neededBytes}`
        : (unusable ??
          (apartFrom.length > 0 ? `it does not pass on messages from ${apartFrom.join(", ")}` : undefined));
    if (why !== undefined)
      return {
        says: `NATS at ${server} cannot be used: ${why}.`,
        ways: [["Another one", `WEFT_NATS=nats://<user>:<password>@<host>:4222 ${run}`]],
      };
  }
  return undefined;
}

/** As lines to print. */
export function describeNeed({ says, ways }: MissingNeed): string {
  const lines = ways.flatMap(([name, ...commands]) =>
    commands.map((command, index) => `  ${(index === 0 ? name : "").padEnd(14)}${command}`),
  );
  return [says, ...lines].join("\n");
}

/** A failed connection to a name with several addresses has a code and no message. */
function reasonOf(cause: unknown): string {
  const { code, message } = cause as { readonly code?: string; readonly message?: string };
  return (message || code || String(cause)).replace(/\.$/u, "");
}
