// The worker thread. It reads one message at a time; whatever that costs, the main thread continues.
import { parentPort } from "node:worker_threads";
import { SsoRefused } from "@weft/collab";
import { WeftError } from "@weft/protocol";
import { createSamlMessages } from "./messages.ts";
import { readMetadata } from "./metadata.ts";
import type { SamlAnswer, SamlCall } from "./saml-reader.ts";

if (!parentPort) throw new Error("Messages of SAML are read by a worker thread.");
const port = parentPort;

port.postMessage("ready" satisfies SamlAnswer | "ready");
port.on("message", async (call: SamlCall) => {
  port.postMessage(await read(call).catch(failed));
});

async function read(call: SamlCall): Promise<SamlAnswer> {
  if (call.type === "metadata") return { kind: "provider", provider: readMetadata(call.text) };
  const { connection, service, response, requestId, now, limits } = call;
  const messages = createSamlMessages({ now: () => now, limits });
  return { kind: "profile", profile: await messages.profile(connection, service, response, requestId) };
}

function failed(error: unknown): SamlAnswer {
  // Causes may hold texts of the message, and are not passed on.
  if (error instanceof SsoRefused) return { kind: "refused", reason: error.reason };
  if (error instanceof WeftError) return { kind: "unusable", message: error.message, suggestion: error.suggestion };
  return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
}
