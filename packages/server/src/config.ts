import { Resolver } from "node:dns";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import type { BucketOptions, BucketPlaceOptions } from "@weft/blob";
import type { DefaultModel } from "@weft/collab";
import type { Limits } from "@weft/protocol";
import { CopilotProvider, fixedLimits, limits, PlanId, serverLimits, TokenPrice } from "@weft/protocol";
import { z } from "zod";
import type { TrustedProxies } from "./http/caller-address.ts";
import { trustsProxy } from "./http/caller-address.ts";

const flag = z.enum(["true", "false"]).transform((text) => text === "true");

/** A setting that is JSON of this shape. */
function jsonOf<T extends z.ZodType>(shape: T) {
  return z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: "must be JSON" });
        return z.NEVER;
      }
    })
    .pipe(shape);
}

/** Overrides of single limits, as JSON: `{"connectionsPerRoom": 500}`. */
const LimitOverrides = jsonOf(z.record(z.string(), z.number().int().positive("must be a positive whole number")))
  .superRefine((overrides, context) => {
    const refuse = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
    for (const name of Object.keys(overrides))
      if (Object.hasOwn(fixedLimits, name))
        refuse(name, "it is part of the API and has the same value on every server");
      else if (!Object.hasOwn(serverLimits, name)) refuse(name, "there is no such limit; docs/limits.md lists them");
    const { tokenLifetimeMs, webhookLeaseMs, webhookTimeoutMs } = { ...limits, ...overrides };
    if (tokenLifetimeMs < 1_000 || tokenLifetimeMs > limits.tokenLifetimeMaxMs)
      refuse("tokenLifetimeMs", `must be from 1000 to ${limits.tokenLifetimeMaxMs}`);
    // No attempt would end within its lease, so none would begin.
    if (webhookLeaseMs <= webhookTimeoutMs)
      refuse("webhookLeaseMs", `must be longer than webhookTimeoutMs, which is ${webhookTimeoutMs}`);
  })
  .transform((overrides) => overrides as Partial<Limits>);

/** The address that an `s3:` setting names. */
function bucketAddress(text: string): URL | undefined {
  const url = text.startsWith("s3:") ? URL.parse(text.slice(3)) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" ? url : undefined;
}

/** `1.1.1.1`, or `127.0.0.1:5353,[2606:4700:4700::1111]:53`. */
const NameServers = z.string().transform((text, context) => {
  const servers = text.split(",").map((server) => server.trim());
  try {
    new Resolver().setServers(servers);
  } catch {
    context.addIssue({ code: "custom", message: "must be addresses of name servers, as in 1.1.1.1,127.0.0.1:5353" });
  }
  return servers;
});

/** `1`, or `10.0.0.0/8,loopback`. */
const ProxyList = z.string().transform((text, context): TrustedProxies => {
  if (text === "false") return 0;
  if (/^\d$/.test(text)) return Number(text);
  const networks = text.split(",").map((network) => network.trim());
  try {
    trustsProxy(networks);
  } catch {
    const message =
      "must say which proxies to trust: how many are in front of the server, as in 1, or their networks, as in 10.0.0.0/8,loopback";
    context.addIssue({ code: "custom", message });
  }
  return networks;
});

/** Read once, by `main.ts`. `.env.example`, `weft --help` and the configuration page are generated from it. */
export const Config = z.object({
  port: z.coerce
    .number({ error: "must be a whole number from 0 to 65535" })
    .int("must be a whole number")
    .min(0, "must not be below 0")
    .max(65_535, "must not be above 65535")
    .default(7070)
    .meta({ env: "WEFT_PORT", description: "HTTP and WebSocket port. 0 picks a free one." }),
  host: z
    .string()
    .min(1)
    .default("127.0.0.1")
    .meta({ env: "WEFT_HOST", description: "Address to listen on. 0.0.0.0 accepts connections from other machines." }),
  publicUrl: z
    .url({ protocol: /^https?$/ })
    .refine((text) => {
      const url = URL.parse(text);
      // What is not an address at all was refused before.
      return url === null || url.href === `${url.origin}/`;
    }, "must be an address without a path, as in https://weft.example.com: the server is served at the root of a host name")
    .optional()
    .meta({
      env: "WEFT_PUBLIC_URL",
      description:
        "Address under which users reach the server. Links in emails and responses start with it. Default: localhost and the port, which other machines cannot open.",
    }),
  data: z
    .string()
    .min(1)
    .default(".weft")
    .meta({ env: "WEFT_DATA", description: "Data folder: the embedded database and the master key." }),
  database: z.string().min(1).optional().meta({
    env: "WEFT_DATABASE",
    description:
      "Where data lives: sqlite:<file>, or postgres://<user>:<password>@<host>:<port>/<database>, with sslmode=verify-full and sslrootcert=<file> for TLS. Default: weft.db in the data folder.",
  }),
  blobs: z
    .string()
    .min(1)
    .default("folder")
    .refine((text) => text === "folder" || /^folder:.+$/.test(text) || bucketAddress(text) !== undefined, {
      error: "must be folder, folder:<path> or s3:<address of a bucket>",
    })
    .meta({
      env: "WEFT_BLOBS",
      description:
        "Where uploaded files are stored: folder (files, in the data folder), folder:<path>, or s3:https://<host>/<bucket>?region=<region>; with &direct=false the server itself serves them.",
    }),
  blobsAccessKey: z
    .string()
    .optional()
    .meta({ env: "WEFT_BLOBS_ACCESS_KEY", description: "The id of the key for an s3: bucket." }),
  blobsSecretKey: z
    .string()
    .optional()
    .meta({ env: "WEFT_BLOBS_SECRET_KEY", description: "The secret of the key for an s3: bucket." }),
  nats: z
    .string()
    .transform((text) => text.split(",").map((server) => server.trim()))
    .pipe(
      z.array(
        z.url({ protocol: /^(?:nats|tls)$/, error: "must be addresses of NATS servers, as in nats://127.0.0.1:4222" }),
      ),
    )
    .optional()
    .meta({
      env: "WEFT_NATS",
      description:
        "Makes the server a node of a cluster, whose nodes reach each other through these NATS servers: nats://<user>:<password>@<host>:4222, or tls: for TLS, separated by commas. Needs a PostgreSQL database, a bucket for files and WEFT_MASTER_KEY, all the same on every node. Default: the server is alone.",
    }),
  natsCa: z.string().min(1).optional().meta({
    env: "WEFT_NATS_CA",
    description: "File with the certificate of the authority that signed those of the NATS servers, in PEM format.",
  }),
  natsCert: z.string().min(1).optional().meta({
    env: "WEFT_NATS_CERT",
    description: "File with a certificate that identifies this node to the NATS servers, in PEM format.",
  }),
  natsKey: z
    .string()
    .min(1)
    .optional()
    .meta({ env: "WEFT_NATS_KEY", description: "File with the private key of WEFT_NATS_CERT, in PEM format." }),
  nodeName: z.string().min(1).max(100, "must not be longer than 100 characters").optional().meta({
    env: "WEFT_NODE_NAME",
    description: "The name of this node of a cluster, as operators see it. Default: the host name of the machine.",
  }),
  backupTo: z
    .string()
    .min(1)
    .optional()
    .refine((text) => text === undefined || /^folder:.+$/.test(text) || bucketAddress(text) !== undefined, {
      error: "must be folder:<path> or s3:<address of a bucket>",
    })
    .meta({
      env: "WEFT_BACKUP_TO",
      description:
        "Where the database is copied to while the server runs, preferably on another disk: folder:<path>, or s3:https://<host>/<bucket>/<prefix>?region=<region>. Default: nowhere.",
    }),
  backupAccessKey: z
    .string()
    .optional()
    .meta({ env: "WEFT_BACKUP_ACCESS_KEY", description: "The id of the key for copies in an s3: bucket." }),
  backupSecretKey: z
    .string()
    .optional()
    .meta({ env: "WEFT_BACKUP_SECRET_KEY", description: "The secret of the key for copies in an s3: bucket." }),
  filesUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      env: "WEFT_FILES_URL",
      description:
        "Address under which users reach uploaded files, preferably a separate host name of this server. Default: the public URL.",
    }),
  anonymousUploads: flag.optional().meta({
    env: "WEFT_ANONYMOUS_UPLOADS",
    description:
      "Whether anonymous users, who connect with the public key, may upload files. Default: only on a server that only its own machine reaches: it listens on loopback, has no WEFT_PUBLIC_URL of another machine and no WEFT_TRUST_PROXY, and no proxy forwards requests to it.",
  }),
  masterKey: z
    .string()
    .transform((text) => Buffer.from(text, "base64"))
    .refine((key) => key.length === 32, "must be 32 bytes in base64")
    .optional()
    .meta({
      env: "WEFT_MASTER_KEY",
      description:
        "Seals the keys that sign tokens: 32 bytes in base64. Default: created by the first start, in the data folder.",
    }),
  demo: flag.default(true).meta({
    env: "WEFT_DEMO",
    description: "Whether the first start creates a demo project and prints its keys.",
  }),
  demoSecretKey: z
    .string()
    .regex(/^sk_[\w-]{8,250}$/, "must begin with sk_ and hold only letters, digits, _ and -")
    .optional()
    .meta({ env: "WEFT_DEMO_SECRET_KEY", description: "A fixed secret key for the demo project." }),
  demoPublicKey: z
    .string()
    .regex(/^pk_[\w-]{8,250}$/, "must begin with pk_ and hold only letters, digits, _ and -")
    .optional()
    .meta({ env: "WEFT_DEMO_PUBLIC_KEY", description: "A fixed public key for the demo project." }),
  outbound: z.enum(["https", "public", "any"]).optional().meta({
    env: "WEFT_OUTBOUND",
    description:
      "Which addresses that users name the server calls, for webhooks and link previews: https (public addresses, over HTTPS), public (also over HTTP), or any (also private addresses and other ports: for development only). Defaults to any on a server that only its own machine reaches, as described for WEFT_ANONYMOUS_UPLOADS, else to https.",
  }),
  dnsServers: NameServers.optional().meta({
    env: "WEFT_DNS_SERVERS",
    description:
      "Name servers for the records with which teams verify their domains: addresses, with a port if it isn't 53, as in 1.1.1.1,127.0.0.1:5353. Default: those of the system.",
  }),
  aiProvider: CopilotProvider.optional().meta({
    env: "WEFT_AI_PROVIDER",
    description:
      "The provider of the default model, which answers where no copilot is named and in the assistant of the site: openai, anthropic, google or openai-compatible.",
  }),
  aiModel: z.string().min(1).optional().meta({ env: "WEFT_AI_MODEL", description: "The name of the default model." }),
  aiKey: z
    .string()
    .min(1)
    .optional()
    .meta({ env: "WEFT_AI_KEY", description: "The key of the account with the default model's provider." }),
  aiUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      env: "WEFT_AI_URL",
      description:
        "The address of the default model's API, as in http://localhost:11434/v1; needed with openai-compatible.",
    }),
  aiUrls: jsonOf(z.partialRecord(CopilotProvider, z.url({ protocol: /^https?$/ })))
    .optional()
    .meta({
      env: "WEFT_AI_URLS",
      description:
        'Other addresses of providers, such as a gateway in front of them, as JSON: {"openai": "https://gateway.example.com/v1"}.',
    }),
  aiModels: jsonOf(z.partialRecord(z.enum(["openai", "anthropic", "google"]), z.array(z.string().min(1))))
    .optional()
    .meta({
      env: "WEFT_AI_MODELS",
      description: 'Further models that copilots may use, as JSON: {"openai": ["gpt-6"]}.',
    }),
  aiPrices: jsonOf(z.record(z.string().min(1), TokenPrice))
    .optional()
    .meta({
      env: "WEFT_AI_PRICES",
      description:
        'What a million tokens cost in US dollars, by model, as JSON: {"gpt-5": {"input": 1.25, "output": 10}}. The playground of copilots estimates the cost of answers with it.',
    }),
  aiEmbeddingModel: z.string().min(1).optional().meta({
    env: "WEFT_AI_EMBEDDING_MODEL",
    description:
      "The model that the default provider makes embeddings with, for searches of knowledge by meaning. Default: none; knowledge is searched by words.",
  }),
  smtp: z
    .url({ protocol: /^smtps?$/, error: "must be smtp://… or smtps://…" })
    .optional()
    .meta({
      env: "WEFT_SMTP",
      description:
        "The mail server: smtp://user:password@host:587, or smtps: for TLS from the start. A password is sent only over TLS, unless the address ends in ?requireTLS=false. Without this setting, emails are written to the log, and the latest are stored.",
    }),
  mailFrom: z
    .string()
    .min(3)
    .optional()
    .meta({ env: "WEFT_MAIL_FROM", description: "The sender of emails: Weft <weft@example.com>." }),
  signUp: z.enum(["open", "invited"]).default("open").meta({
    env: "WEFT_SIGN_UP",
    description: "Who may create an account: open (anyone), or invited. The first account is always allowed.",
  }),
  staffDomain: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)+$/, "must be a domain, as in example.com")
    .optional()
    .meta({
      env: "WEFT_STAFF_DOMAIN",
      description:
        "Accounts with a confirmed address on this domain are staff: they read what people write to support, and create guides with the assistant.",
    }),
  supportEmail: z.email().optional().meta({
    env: "WEFT_SUPPORT_EMAIL",
    description: "The support address shown to users; their messages are mailed there.",
  }),
  plan: PlanId.default("SelfHosted").meta({
    env: "WEFT_PLAN",
    description: "The plan of new teams: Free, Pro_2024_05, Enterprise or SelfHosted.",
  }),
  githubId: z.string().min(1).optional().meta({ env: "WEFT_GITHUB_ID", description: "Sign-in by GitHub: client id." }),
  githubSecret: z
    .string()
    .min(1)
    .optional()
    .meta({ env: "WEFT_GITHUB_SECRET", description: "Sign-in by GitHub: client secret." }),
  googleId: z.string().min(1).optional().meta({ env: "WEFT_GOOGLE_ID", description: "Sign-in by Google: client id." }),
  googleSecret: z
    .string()
    .min(1)
    .optional()
    .meta({ env: "WEFT_GOOGLE_SECRET", description: "Sign-in by Google: client secret." }),
  socialLinks: z
    .string()
    .default("")
    .transform((text, context) => {
      const links = text.split(",").filter((entry) => entry.trim() !== "");
      return links.map((entry) => {
        const [, name = "", href = ""] = /^\s*([^=]+?)\s*=\s*(\S+)\s*$/.exec(entry) ?? [];
        if (!/^https?:/.test(href) || !URL.canParse(href))
          context.addIssue({ code: "custom", message: "must be a list of Name=https://…, separated by commas" });
        return { name, href };
      });
    })
    .meta({
      env: "WEFT_SOCIAL_LINKS",
      description: "Links at the foot of pages: GitHub=https://github.com/example, Chat=https://chat.example.com.",
    }),
  repositoryUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      env: "WEFT_REPOSITORY_URL",
      description:
        "Address of the repository with the source of this server, as in https://github.com/example/weft: pages link to it and show how to clone it. Default: no link.",
    }),
  termsUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({ env: "WEFT_TERMS_URL", description: "Address of your terms. Default: the site's own neutral page." }),
  privacyUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      env: "WEFT_PRIVACY_URL",
      description: "Address of your privacy policy. Default: the site's own neutral page.",
    }),
  regions: z
    .string()
    .default("")
    .transform((text, context) => {
      const names = text.split(",").map((name) => name.trim());
      const parsed = z.array(z.enum(["us", "eu"])).safeParse(names.filter((name) => name !== ""));
      if (!parsed.success)
        context.addIssue({ code: "custom", message: "must be us, eu or both, separated by a comma" });
      return [...new Set(parsed.data)];
    })
    .meta({
      env: "WEFT_REGIONS",
      description:
        "The regions to which projects may be restricted, as in eu or us,eu: those in which this server and its database keep data. Default: none.",
    }),
  log: z
    .enum(["debug", "info", "warn", "error", "silent"])
    .default("info")
    .meta({ env: "WEFT_LOG", description: "The least severe log lines to write: debug, info, warn, error or silent." }),
  requestContents: flag.default(true).meta({
    env: "WEFT_REQUEST_CONTENTS",
    description:
      "Whether request logs show headers, queries, bodies and answers of the newest calls, without keys and tokens.",
  }),
  mcp: flag.default(true).meta({
    env: "WEFT_MCP",
    description: "Whether code assistants can call the server through MCP, at /mcp, with the secret key of a project.",
  }),
  trustProxy: ProxyList.default(0).meta({
    env: "WEFT_TRUST_PROXY",
    description:
      "Proxies whose X-Forwarded-For is trusted: how many are in front of the server (1), or their networks (10.0.0.0/8,loopback). Needs WEFT_PUBLIC_URL.",
  }),
  metricsToken: z.string().min(16, "must have at least 16 characters").optional().meta({
    env: "WEFT_METRICS_TOKEN",
    description:
      "Lets callers with `Authorization: Bearer <token>` read /metrics. Without it, only callers on this machine can.",
  }),
  limits: LimitOverrides.default({}).meta({
    env: "WEFT_LIMITS",
    description: 'Other values for single limits, as JSON: {"connectionsPerRoom": 500}. See docs/limits.md.',
  }),
});
export type Config = z.output<typeof Config>;

/** A setting as it is documented: one line of `.env.example` and of `weft --help`. */
export interface Setting {
  readonly env: string;
  readonly description: string;
  /** As written in the environment; undefined if there is none. */
  readonly default: string | undefined;
}

export function settings(): readonly Setting[] {
  return Object.values(Config.shape).map((schema) => {
    const meta = schema.meta() as { env: string; description: string };
    const fallback: unknown = schema.safeParse(undefined).data;
    const text = typeof fallback === "string" ? fallback : JSON.stringify(fallback);
    return { env: meta.env, description: meta.description, default: text };
  });
}

/** A start that cannot succeed. Its message is one sentence for the operator. */
export class StartRefused extends Error {
  override name = "StartRefused";
}

/** A variable whose value cannot be used, or that is not a setting. */
export interface SettingFault {
  readonly variable: string;
  /** One sentence for the operator. */
  readonly message: string;
}

/** Reads the settings from environment variables. Throws `StartRefused` naming the first that is wrong. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { config, faults } = readSettings(env);
  if (config === undefined || faults.length > 0) throw new StartRefused(faults[0]!.message);
  return config;
}

/** Reads the settings from environment variables, and finds all that is wrong; no settings if a value cannot be used. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): {
  readonly config: Config | undefined;
  readonly faults: readonly SettingFault[];
} {
  const given: Record<string, string> = {};
  const known = new Set<string>();
  const faults: SettingFault[] = [];
  for (const [name, schema] of Object.entries(Config.shape)) {
    const { env: variable } = schema.meta() as { env: string };
    known.add(variable);
    const value = env[variable];
    if (value !== undefined && value !== "" && !isServiceLink(variable, value)) given[name] = value;
  }
  for (const [variable, value = ""] of Object.entries(env)) {
    if (!variable.startsWith("WEFT_") || known.has(variable) || isServiceLink(variable, value)) continue;
    if (!forTools.has(variable) && !forApplications.has(variable))
      faults.push({
        variable,
        message: `${variable} is not a setting of this server; run "weft --help" to see those it has.`,
      });
  }
  // Read once: to compile the schema first would take longer.
  const parsed = Config.safeParse(given, { jitless: true });
  if (parsed.success) return { config: parsed.data, faults };
  for (const issue of parsed.error.issues) {
    const name = String(issue.path[0]) as keyof typeof Config.shape;
    const { env: variable } = Config.shape[name].meta() as { env: string };
    const inner = issue.path.slice(1).map(String).join(".");
    faults.push({
      variable,
      message: `${variable} cannot be used${inner === "" ? "" : ` (at ${inner})`}: ${issue.message}.`,
    });
  }
  return { config: undefined, faults };
}

/** Variables of tests and tools that share the server's environment. */
const forTools = new Set(["WEFT_SEED", "WEFT_RUNS"]);

/** Variables of applications that use the server, as guides and examples name them: one file may serve both. */
const forApplications = new Set([
  "WEFT_URL",
  "WEFT_SECRET_KEY",
  "WEFT_PUBLIC_KEY",
  "WEFT_WEBHOOK_SECRET",
  "WEFT_MANAGEMENT_TOKEN",
  "WEFT_PROJECT",
]);

/**
 * Variables that Kubernetes sets in every container for a Service whose name begins with `weft`: `WEFT_SERVICE_HOST`,
 * `WEFT_SERVICE_PORT_HTTP`, `WEFT_PORT=tcp://10.0.0.1:7070`, `WEFT_PORT_7070_TCP_ADDR`, and `WEFT_NATS_PORT=tcp://…` of another.
 */
function isServiceLink(variable: string, value: string): boolean {
  return (
    (/^WEFT_(?:[A-Z\d]+_)*PORT$/.test(variable) && /^(?:tcp|udp|sctp):\/\//.test(value)) ||
    /^WEFT_(?:[A-Z\d]+_)*PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/.test(variable) ||
    (/^WEFT_(?:[A-Z\d]+_)*SERVICE_HOST$/.test(variable) && isIP(value) !== 0) ||
    (/^WEFT_(?:[A-Z\d]+_)*SERVICE_PORT(?:_[A-Z\d]+)*$/.test(variable) && /^\d{1,5}$/.test(value))
  );
}

export function limitsOf(config: Pick<Config, "limits">): Limits {
  return { ...limits, ...config.limits };
}

export function databaseOf(config: Config): string {
  return config.database ?? `sqlite:${join(config.data, "weft.db")}`;
}

/** Whether the data is lost when the process exits. */
export function isInMemory(config: Config): boolean {
  return databaseOf(config) === "sqlite::memory:";
}

/** The origin of links to this server. */
export function publicUrlOf({ publicUrl, port, trustProxy }: Config): string {
  if (publicUrl === undefined && trustProxy !== 0)
    throw new StartRefused("WEFT_TRUST_PROXY needs WEFT_PUBLIC_URL: the address under which people reach the proxy.");
  return publicUrl ?? `http://localhost:${port}`;
}

/** The model that answers where no copilot is named; undefined without a provider. */
export function defaultModelOf({ aiProvider, aiModel, aiKey, aiUrl }: Config): DefaultModel | undefined {
  if (aiProvider === undefined) {
    if (aiModel !== undefined || aiKey !== undefined || aiUrl !== undefined)
      throw new StartRefused("WEFT_AI_MODEL, WEFT_AI_KEY and WEFT_AI_URL need WEFT_AI_PROVIDER.");
    return undefined;
  }
  if (aiModel === undefined) throw new StartRefused("WEFT_AI_PROVIDER needs WEFT_AI_MODEL.");
  if (aiProvider === "openai-compatible") {
    if (aiUrl === undefined) throw new StartRefused("WEFT_AI_PROVIDER=openai-compatible needs WEFT_AI_URL.");
    return {
      provider: aiProvider,
      name: aiModel,
      apiKey: aiKey ?? "",
      compatible: { name: "default", baseUrl: aiUrl, ofOperator: true },
    };
  }
  if (aiUrl !== undefined)
    throw new StartRefused("WEFT_AI_URL is for openai-compatible; WEFT_AI_URLS names other addresses of providers.");
  if (aiKey === undefined) throw new StartRefused(`WEFT_AI_PROVIDER=${aiProvider} needs WEFT_AI_KEY.`);
  return { provider: aiProvider, name: aiModel, apiKey: aiKey };
}

/** The model that embeds what copilots know; undefined if knowledge is searched by words alone. */
export function embeddingModelOf(config: Config): DefaultModel | undefined {
  const { aiEmbeddingModel: name } = config;
  if (name === undefined) return undefined;
  const model = defaultModelOf(config);
  if (model === undefined) throw new StartRefused("WEFT_AI_EMBEDDING_MODEL needs WEFT_AI_PROVIDER.");
  if (model.provider === "anthropic")
    throw new StartRefused("WEFT_AI_EMBEDDING_MODEL: anthropic has no embedding models.");
  return { ...model, name };
}

/** Which addresses that users name are called. A server that only its own machine reaches protects no other network. */
export function outboundOf({ outbound }: Pick<Config, "outbound">, onlyThisMachine: boolean) {
  return outbound ?? (onlyThisMachine ? "any" : "https");
}

/** Whether the settings let only this machine reach the server. `Exposure` also looks at the requests that arrive. */
export function isOnlyThisMachine({ host, publicUrl, trustProxy }: Pick<Config, "host" | "publicUrl" | "trustProxy">) {
  const opened = publicUrl === undefined ? undefined : new URL(publicUrl).hostname.replace(/^\[|\]$/g, "");
  return isLoopback(host) && (opened === undefined || isLoopback(opened)) && trustProxy === 0;
}

/** Whether a host is an address of this machine that others cannot reach. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d+){3}$/.test(host);
}

/** Settings that a server works without, and that most operators want, with what happens without them. */
export function missingSettings({
  supportEmail,
  smtp,
}: Config): readonly { readonly env: string; readonly effect: string }[] {
  return [
    ...(smtp === undefined ? [{ env: "WEFT_SMTP", effect: "Emails are written to the log." }] : []),
    ...(supportEmail === undefined
      ? [{ env: "WEFT_SUPPORT_EMAIL", effect: "Users see no address to write to when a form cannot be sent." }]
      : []),
  ];
}

/** The SMTP server and the sender of emails; undefined if email is not configured. */
export function mailOf({ smtp, mailFrom: from }: Config): { readonly smtp: string; readonly from: string } | undefined {
  if (smtp !== undefined && from !== undefined) return { smtp, from };
  if (smtp === undefined && from === undefined) return undefined;
  throw new StartRefused("Mail needs both: set WEFT_SMTP and WEFT_MAIL_FROM.");
}

/** The sign-in providers, with the credentials that they issued to this server. */
export function socialOf(config: Config) {
  const pair = (name: string, clientId: string | undefined, clientSecret: string | undefined) => {
    if ((clientId === undefined) !== (clientSecret === undefined))
      throw new StartRefused(`Sign-in by ${name} needs both its id and its secret.`);
    return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret };
  };
  return {
    github: pair("GitHub", config.githubId, config.githubSecret),
    google: pair("Google", config.googleId, config.googleSecret),
  };
}

/** Where uploaded files are stored. */
export type BlobPlace =
  | { readonly kind: "folder"; readonly folder: string }
  | ({ readonly kind: "bucket" } & BucketOptions);

export function blobsOf({ blobs, data, blobsAccessKey, blobsSecretKey }: Config): BlobPlace {
  const url = bucketAddress(blobs);
  if (url === undefined)
    return { kind: "folder", folder: blobs === "folder" ? join(data, "files") : blobs.slice("folder:".length) };
  if (blobsAccessKey === undefined || blobsSecretKey === undefined)
    throw new StartRefused("WEFT_BLOBS names a bucket: set WEFT_BLOBS_ACCESS_KEY and WEFT_BLOBS_SECRET_KEY.");
  return {
    kind: "bucket",
    endpoint: (url.origin + url.pathname).replace(/\/$/, ""),
    region: url.searchParams.get("region") ?? "us-east-1",
    direct: url.searchParams.get("direct") !== "false",
    accessKey: blobsAccessKey,
    secretKey: blobsSecretKey,
  };
}

/** How a node of a cluster reaches the others. */
export interface ClusterSettings {
  readonly servers: readonly string[];
  readonly tls: { readonly caFile?: string; readonly certFile?: string; readonly keyFile?: string } | undefined;
  readonly nodeName: string;
}

/** Undefined for a server that is alone. Throws `StartRefused` for what nodes cannot share. */
export function clusterOf(config: Config): ClusterSettings | undefined {
  const { nats, natsCa, natsCert, natsKey, nodeName, masterKey } = config;
  if (nats === undefined) {
    if (natsCa !== undefined || natsCert !== undefined || natsKey !== undefined || nodeName !== undefined)
      throw new StartRefused("WEFT_NATS_CA, WEFT_NATS_CERT, WEFT_NATS_KEY and WEFT_NODE_NAME need WEFT_NATS.");
    return undefined;
  }
  if (!/^postgres(?:ql)?:/.test(databaseOf(config)))
    throw new StartRefused("The nodes of a cluster (WEFT_NATS) share a PostgreSQL database: set WEFT_DATABASE to it.");
  if (blobsOf(config).kind === "folder")
    throw new StartRefused(
      "The nodes of a cluster (WEFT_NATS) share their files, and a folder belongs to one node: set WEFT_BLOBS to a bucket, as in s3:https://<host>/<bucket>.",
    );
  if (masterKey === undefined)
    throw new StartRefused("The nodes of a cluster (WEFT_NATS) need the same master key: set WEFT_MASTER_KEY on each.");
  if ((natsCert === undefined) !== (natsKey === undefined))
    throw new StartRefused("A certificate for NATS needs both: set WEFT_NATS_CERT and WEFT_NATS_KEY.");
  const files = {
    ...(natsCa !== undefined && { caFile: natsCa }),
    ...(natsCert !== undefined && { certFile: natsCert }),
    ...(natsKey !== undefined && { keyFile: natsKey }),
  };
  return {
    servers: nats,
    tls: Object.keys(files).length === 0 ? undefined : files,
    nodeName: nodeName ?? hostname(),
  };
}

/** Where copies of the database are stored. */
export type BackupSettings =
  | { readonly kind: "folder"; readonly folder: string }
  | ({ readonly kind: "bucket" } & BucketPlaceOptions);

/** Undefined if no second place is configured; `to` overrides the setting. */
export function backupsOf(config: Config, to = config.backupTo): BackupSettings | undefined {
  if (to === undefined) return undefined;
  const url = bucketAddress(to);
  if (url === undefined) return { kind: "folder", folder: to.replace(/^folder:/, "") };
  const { backupAccessKey: accessKey, backupSecretKey: secretKey } = config;
  if (accessKey === undefined || secretKey === undefined)
    throw new StartRefused("Copies go to a bucket: set WEFT_BACKUP_ACCESS_KEY and WEFT_BACKUP_SECRET_KEY.");
  const [, bucket = "", ...prefix] = url.pathname.split("/");
  return {
    kind: "bucket",
    endpoint: `${url.origin}/${bucket}`,
    prefix: prefix.filter((part) => part !== "").join("/"),
    region: url.searchParams.get("region") ?? "us-east-1",
    accessKey,
    secretKey,
  };
}
