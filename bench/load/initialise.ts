import { inspectProcess } from "../inspect.ts";
import { beginSpan, residentBytes } from "../measure.ts";

export interface InitialiseLoad {
  readonly pid: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The address of the server's inspector. */
  readonly inspector: string;
  /** Nodes of the document, the root included. */
  readonly nodes: number;
}

export interface InitialiseResult {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Bytes of the body. */
  readonly sent: number;
  /** Resident bytes of the server before the request, and the most until a second after its answer. */
  readonly before: number;
  readonly peak: number;
  /** The longest that the server's event loop was late. */
  readonly heldMs: number;
}

/** Lists have this many items: a board of columns, rather than one list without end. */
const itemsPerList = 500;
const sampleMs = 4;
/** By then, the peak has been measured. */
const afterMs = 1_000;

/** One request that fills the Storage of a room. */
export async function initialiseLoad(load: InitialiseLoad): Promise<InitialiseResult> {
  const { pid, url, headers } = load;
  const body = Buffer.from(JSON.stringify(boardOf(load.nodes)));
  const inspector = await inspectProcess(load.inspector);
  await inspector.watchLoop();
  const before = residentBytes(pid);
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, residentBytes(pid))), sampleMs);
  try {
    const end = beginSpan(pid);
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
    });
    const answer = await response.text();
    const span = end();
    if (!response.ok) throw new Error(`${response.status}: ${answer.slice(0, 300)}`);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    return { ...span, sent: body.length, before, peak, heldMs: await inspector.loopDelay(1) };
  } finally {
    clearInterval(sampling);
    inspector.close();
  }
}

/** A board: the root, its lists, and cards of three fields in them. */
function boardOf(nodes: number): object {
  const lists = Math.ceil((nodes - 1) / (itemsPerList + 1));
  let left = nodes - 1 - lists;
  const data: Record<string, object> = {};
  for (let list = 0; list < lists; list++) {
    const count = Math.min(itemsPerList, left);
    left -= count;
    const cards = Array.from({ length: count }, (_, card) => ({
      liveblocksType: "LiveObject",
      data: { title: `Card ${card} of list ${list}`, done: card % 3 === 0, votes: card % 17 },
    }));
    data[`list${list}`] = { liveblocksType: "LiveList", data: cards };
  }
  return { liveblocksType: "LiveObject", data };
}
