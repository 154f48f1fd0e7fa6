import { once } from "node:events";
import { createServer } from "node:http";
import { releaseMessages } from "@weft/testkit/seed";
import type { TestData } from "@weft/testkit";
import { inspectProcess } from "../inspect.ts";
import { beginSpan } from "../measure.ts";

export interface ReceiveLoad {
  readonly pid: number;
  /** The address of the receiver. */
  readonly port: number;
  /** The address of the server's inspector. */
  readonly inspector: string;
  /** What starts the deliveries: data whose messages are released, or an address that receives a POST. */
  readonly begin: { readonly data: TestData } | { readonly url: string };
  /** Deliveries in all, and those at the beginning that are not counted. */
  readonly deliveries: number;
  readonly warmUp: number;
}

export interface ReceiveResult {
  readonly received: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  /** How late the sender's timers ran meanwhile. */
  readonly loopP50: number;
  readonly loopP99: number;
}

const deadlineMs = 120_000;

/** A receiver of webhooks that answers each with 200, and the sender's resource usage until all have arrived. */
export async function receiveLoad(load: ReceiveLoad): Promise<ReceiveResult> {
  const inspector = await inspectProcess(load.inspector);
  const { promise: ended, resolve: finish, reject: fail } = Promise.withResolvers<void>();
  let received = 0;
  let unsigned = 0;
  let watching: Promise<void> | undefined;
  let end: ReturnType<typeof beginSpan> | undefined;
  let span: ReturnType<ReturnType<typeof beginSpan>> | undefined;
  const receiver = createServer((request, response) => {
    if (request.headers["webhook-signature"] === undefined) unsigned++;
    request.resume();
    request.on("end", () => {
      response.end("ok");
      received++;
      if (received === load.warmUp) {
        watching = inspector.watchLoop();
        watching.catch(fail);
        end = beginSpan(load.pid);
      }
      if (received === load.deliveries) {
        span = end?.();
        finish();
      }
    });
  });
  receiver.listen(load.port, "127.0.0.1");
  await once(receiver, "listening");
  const late = setTimeout(
    () => fail(new Error(`${received} of ${load.deliveries} messages arrived within ${deadlineMs} ms`)),
    deadlineMs,
  );
  try {
    if ("data" in load.begin) await releaseMessages(load.begin.data);
    else await (await fetch(load.begin.url, { method: "POST" })).arrayBuffer();
    await ended;
    await watching;
    if (unsigned > 0) throw new Error(`${unsigned} messages were not signed`);
    return {
      received: load.deliveries - load.warmUp,
      ...span!,
      loopP50: await inspector.loopDelay(0.5),
      loopP99: await inspector.loopDelay(0.99),
    };
  } finally {
    clearTimeout(late);
    inspector.close();
    receiver.close();
    receiver.closeAllConnections();
  }
}
