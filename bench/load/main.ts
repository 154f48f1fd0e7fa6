import { awayLoad } from "./away.ts";
import { retrievalLoad, siteLoad, streamsLoad } from "./copilots.ts";
import { disturbLoad } from "./disturb.ts";
import { cutLoad, openLoad, replayLoad, seedLoad, typingLoad } from "./documents.ts";
import { fetchLoad } from "./fetch.ts";
import { firstAckLoad } from "./first-ack.ts";
import { forwardLoad } from "./forward.ts";
import { holdLoad } from "./hold.ts";
import { httpLoad } from "./http.ts";
import { initialiseLoad } from "./initialise.ts";
import { joinLoad } from "./join.ts";
import { opsLoad } from "./ops.ts";
import { pageLoad } from "./page.ts";
import { pauseLoad } from "./pause.ts";
import { presenceLoad } from "./presence.ts";
import { receiveLoad } from "./receive.ts";
import { copiesLoad, passagesLoad, threadsLoad, webhooksLoad } from "./seeds.ts";

/** Every load, by the name under which `runLoad` asks for it. */
export const loads = {
  presence: presenceLoad,
  ops: opsLoad,
  join: joinLoad,
  fetch: fetchLoad,
  firstAck: firstAckLoad,
  http: httpLoad,
  initialise: initialiseLoad,
  hold: holdLoad,
  disturb: disturbLoad,
  typing: typingLoad,
  replay: replayLoad,
  seed: seedLoad,
  open: openLoad,
  cut: cutLoad,
  page: pageLoad,
  threads: threadsLoad,
  copies: copiesLoad,
  webhooks: webhooksLoad,
  receive: receiveLoad,
  streams: streamsLoad,
  site: siteLoad,
  retrieval: retrievalLoad,
  passages: passagesLoad,
  forward: forwardLoad,
  away: awayLoad,
  pause: pauseLoad,
} as const;
export type LoadName = keyof typeof loads;
export type LoadSpec<N extends LoadName> = Parameters<(typeof loads)[N]>[0];
export type LoadResult<N extends LoadName> = Awaited<ReturnType<(typeof loads)[N]>>;

export type LoadAnswer = { readonly result: unknown } | { readonly failure: string };

/** Runs as a child process: receives one load from its parent, returns the result, and exits. */
if (process.send !== undefined && import.meta.main)
  process.once("message", ({ name, spec }: { name: LoadName; spec: unknown }) => {
    void (loads[name] as (spec: unknown) => Promise<unknown>)(spec)
      .then(
        (result): LoadAnswer => ({ result }),
        (cause: unknown): LoadAnswer => ({ failure: cause instanceof Error ? cause.message : String(cause) }),
      )
      .then((answer) => process.send!(answer, () => process.exit()));
  });
