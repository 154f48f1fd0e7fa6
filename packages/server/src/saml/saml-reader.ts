/**
 * Reads SAML that others have written, in a thread of its own: until a signature has been verified, anyone may be its author.
 *
 *   message ─► place in the queue, of which each team has a share ─► worker (one at a time, with a deadline) ─► outcome
 *
 * What takes too long ends that thread, and nothing else. The thread is started with the first message, replaced after it was
 * lost, and ended when it had nothing to do for a while.
 */
import { Worker } from "node:worker_threads";
import { SsoRefused } from "@weft/collab";
import type { ServiceProvider, SsoConnection, SsoMessages, SsoProfile } from "@weft/collab";
import { WeftError } from "@weft/protocol";
import type { IdentityProvider, Limits, SsoRefusal } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";

/** A message to read, as it is sent to the thread. */
export type SamlCall =
  | { readonly type: "metadata"; readonly text: string }
  | {
      readonly type: "profile";
      readonly connection: SsoConnection;
      readonly service: ServiceProvider;
      readonly response: string;
      readonly requestId: string;
      readonly now: number;
      readonly limits: Pick<Limits, "ssoClockSkewMs" | "ssoSignInMs">;
    };

export type SamlAnswer =
  | { readonly kind: "profile"; readonly profile: SsoProfile }
  | { readonly kind: "provider"; readonly provider: IdentityProvider }
  | { readonly kind: "refused"; readonly reason: SsoRefusal }
  | { readonly kind: "unusable"; readonly message: string; readonly suggestion: string }
  | { readonly kind: "failed"; readonly message: string };

export interface SamlReader extends SsoMessages, AsyncDisposable {
  /** Reads the metadata of an identity provider, for a team. @throws WeftError which says what it lacks */
  metadata(team: string, text: string): Promise<IdentityProvider>;
}

export interface SamlReaderOptions {
  readonly clock: Pick<Clock, "setTimer" | "now">;
  readonly limits: Pick<
    Limits,
    "ssoClockSkewMs" | "ssoSignInMs" | "samlReadMs" | "samlReadHeap" | "samlReadsWaiting" | "samlReadsWaitingPerTeam"
  >;
}

const idleMs = 30_000;

export function openSamlReader({ clock, limits }: SamlReaderOptions): SamlReader {
  let worker: Worker | undefined;
  let idle: Timer | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  let waiting = 0;
  const waitingOf = new Map<string, number>();

  /** Receives the answer to the call that is under way; undefined if its thread was lost. */
  let answered: (answer: SamlAnswer | undefined) => void = () => {};

  /** Loading the thread's modules is not part of the time that a message has. */
  let ready: Promise<void> = Promise.resolve();

  function started(): Worker {
    if (worker !== undefined) return worker;
    const loaded = Promise.withResolvers<void>();
    ready = loaded.promise;
    const begun = new Worker(new URL("./saml-worker.ts", import.meta.url), {
      execArgv: [],
      // Warnings of libraries about what they read are of no use to the operator.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(limits.samlReadHeap / 2 ** 20) },
    });
    // A thread without work does not keep the process.
    begun.unref();
    const lost = () => {
      loaded.resolve();
      if (worker === begun) answered(undefined);
    };
    begun.on("message", (answer: SamlAnswer | "ready") => (answer === "ready" ? loaded.resolve() : answered(answer)));
    begun.on("error", lost);
    begun.on("exit", lost);
    return (worker = begun);
  }

  async function end(): Promise<void> {
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }

  /** Undefined if reading took too long or too much memory. */
  async function run(call: SamlCall): Promise<SamlAnswer | undefined> {
    if (closed) return undefined;
    idle?.cancel();
    const current = started();
    const { promise, resolve } = Promise.withResolvers<SamlAnswer | undefined>();
    answered = resolve;
    await ready;
    const deadline = clock.setTimer(limits.samlReadMs, () => resolve(undefined));
    current.postMessage(call);
    const answer = await promise;
    deadline.cancel();
    if (answer === undefined) await end();
    else idle = clock.setTimer(idleMs, () => void end());
    return answer;
  }

  async function queued(team: string, call: SamlCall): Promise<SamlAnswer | undefined> {
    const ofTeam = waitingOf.get(team) ?? 0;
    if (waiting >= limits.samlReadsWaiting || ofTeam >= limits.samlReadsWaitingPerTeam)
      throw new SsoRefused("tooMany", { team });
    waiting++;
    waitingOf.set(team, ofTeam + 1);
    const answer = last.then(() => run(call));
    last = answer.catch(() => {});
    try {
      return await answer;
    } finally {
      waiting--;
      const left = waitingOf.get(team)! - 1;
      if (left === 0) waitingOf.delete(team);
      else waitingOf.set(team, left);
    }
  }

  return {
    // Nothing in a request comes from outside.
    async request(...of) {
      const { createSamlMessages } = await import("./messages.ts");
      return createSamlMessages({ now: () => clock.now(), limits }).request(...of);
    },
    async profile(connection, service, response, requestId) {
      const { ssoClockSkewMs, ssoSignInMs } = limits;
      const answer = await queued(connection.team, {
        type: "profile",
        connection,
        service,
        response,
        requestId,
        now: clock.now(),
        limits: { ssoClockSkewMs, ssoSignInMs },
      });
      if (answer?.kind === "profile") return answer.profile;
      if (answer?.kind === "failed") throw new Error(`A SAML response was not read: ${answer.message}`);
      throw new SsoRefused(answer?.kind === "refused" ? answer.reason : "malformed");
    },
    async metadata(team, text) {
      const answer = await queued(team, { type: "metadata", text }).catch((cause: unknown) => {
        throw new WeftError("TOO_MANY_REQUESTS", { cause });
      });
      if (answer?.kind === "provider") return answer.provider;
      if (answer?.kind === "failed") throw new Error(`SAML metadata was not read: ${answer.message}`);
      throw new WeftError(
        "UNPROCESSABLE_ENTITY",
        answer?.kind === "unusable"
          ? answer
          : { message: "The metadata can't be used. Reading it takes too much time or memory." },
      );
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      idle?.cancel();
      await end();
      answered(undefined);
    },
  };
}
