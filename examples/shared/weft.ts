/** Connects the development server to Weft: pages learn their project from it, and users get their access tokens. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { loadEnv } from "vite";
import type { Plugin, ViteDevServer } from "vite";

export interface WeftSettings {
  /** The Weft server. */
  readonly serverUrl: string;
  /** The public key of your project. Without one, the server's demo project is used. */
  readonly publicKey: string | undefined;
  /** The secret key of the same project, for examples with users. It stays in this process. */
  readonly secretKey: string | undefined;
}

const authorizePath = "/internal/demo/authorize";

/** `VITE_WEFT_URL`, `VITE_WEFT_PUBLIC_KEY` and `WEFT_SECRET_KEY`, from the environment or from `.env` in `folder`. */
export function readSettings(folder: string): WeftSettings {
  const env = loadEnv("development", folder, ["VITE_WEFT_", "WEFT_"]);
  return {
    serverUrl: env["VITE_WEFT_URL"] || "http://localhost:7070",
    publicKey: env["VITE_WEFT_PUBLIC_KEY"] || undefined,
    secretKey: env["WEFT_SECRET_KEY"] || undefined,
  };
}

export function weft(): Plugin {
  let settings: WeftSettings;
  return {
    name: "weft",
    config({ root = process.cwd() }) {
      settings = readSettings(root);
      const { serverUrl } = settings;
      return {
        build: { target: "es2023", cssTarget: ["chrome123", "firefox120", "safari17.5"], emptyOutDir: true },
        server: {
          proxy: {
            // Asked under its own name, the server answers its own address, to which the client then connects directly.
            "/play/config.json": { target: serverUrl, changeOrigin: true },
            // The server answers pages of its own origin only.
            [authorizePath]: { target: serverUrl, changeOrigin: true, headers: { origin: new URL(serverUrl).origin } },
          },
        },
      };
    },
    configureServer: (server) => serveOwnProject(server, settings),
    configurePreviewServer: (server) => serveOwnProject(server, settings),
  };
}

/** Takes the place of the Weft server's endpoints that name the page's project and authorize its users. */
function serveOwnProject({ middlewares }: Pick<ViteDevServer, "middlewares">, settings: WeftSettings): void {
  const { publicKey, secretKey } = settings;
  if (publicKey === undefined) return;
  middlewares.use("/play/config.json", (_request, response, next) => {
    ownConfig(settings).then((config) => send(response, 200, config), next);
  });
  if (secretKey === undefined) return;
  middlewares.use(authorizePath, (request, response, next) => {
    authorize(request, { ...settings, secretKey }).then(([status, answer]) => send(response, status, answer), next);
  });
}

/** What pages ask for, with a project of your own in place of the demo project. */
async function ownConfig({ serverUrl, publicKey }: WeftSettings): Promise<string> {
  const config = (await (await fetch(`${serverUrl}/play/config.json`)).json()) as object;
  return JSON.stringify({ ...config, publicKey, baseUrl: serverUrl });
}

/** What your back end does: it knows who is signed in, and issues an access token for them. */
async function authorize(
  request: IncomingMessage,
  { serverUrl, secretKey }: WeftSettings & { readonly secretKey: string },
): Promise<[status: number, answer: string]> {
  const { userId } = (await json(request)) as { userId: string };
  const [, suffix] = userId.split(".");
  const answer = await fetch(`${serverUrl}/v2/authorize-user`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    body: JSON.stringify({ userId, permissions: { [`example-${suffix}.*`]: ["*:write"] } }),
  });
  return [answer.status, await answer.text()];
}

function send(response: ServerResponse, status: number, answer: string): void {
  response.statusCode = status;
  response.setHeader("content-type", "application/json");
  response.end(answer);
}
