import type { Scenario } from "../scenario.ts";
import { runLoad } from "../servers.ts";

/** Lists have this many items: a board of columns, rather than one list without end. */
const itemsPerList = 500;

function coldLoad(nodes: number, target?: number): Scenario {
  const name = `cold-${nodes / 1_000}k`;
  return {
    name,
    title: `A server that was just started loads ${nodes.toLocaleString("en")} nodes for one who asks, and for ten at once`,
    figures: [
      {
        key: "loadMs",
        label: "from FETCH_STORAGE to the last chunk",
        unit: "ms",
        ...(target === undefined ? {} : { target: { of: "value", atMost: target } }),
      },
      { key: "loadMsTen", label: "the same, last of ten", unit: "ms" },
      { key: "cpuOne", label: "CPU for one", unit: "ms" },
      { key: "cpuTen", label: "CPU for ten", unit: "ms" },
      { key: "tenToOne", label: "CPU for ten to that for one", unit: "×", target: { of: "value", atMost: 2 } },
      { key: "megabytes", label: "sent to each", unit: "MB" },
    ],
    async measure(subject, run) {
      const { weft, server } = subject;
      const room = `${name}-${run.mark}`;
      await subject.createRooms([room]);
      const data: Record<string, unknown> = {};
      // The root and the lists are nodes too.
      const lists = Math.ceil((nodes - 1) / (itemsPerList + 1));
      let left = nodes - 1 - lists;
      for (let list = 0; list < lists; list++) {
        const items = Math.min(itemsPerList, left);
        left -= items;
        data[`list${list}`] = {
          liveblocksType: "LiveList",
          data: Array.from({ length: items }, (_, item) => `card ${item} of list ${list}`),
        };
      }
      await weft.call("POST", `/v2/rooms/${room}/storage`, { liveblocksType: "LiveObject", data });
      const token = await subject.token("reader");
      const fetchCold = async (joiners: number) => {
        await server.restart();
        const result = await runLoad("fetch", {
          pid: server.pid,
          urls: Array.from({ length: joiners }, () => subject.socketUrl(room, token)),
        });
        if (result.nodes !== nodes) throw new Error(`${result.nodes} nodes came, not ${nodes}`);
        return result;
      };
      const one = await fetchCold(1);
      const ten = await fetchCold(10);
      return {
        loadMs: one.wallMs,
        loadMsTen: ten.wallMs,
        cpuOne: one.cpuMs,
        cpuTen: ten.cpuMs,
        tenToOne: ten.cpuMs / one.cpuMs,
        megabytes: one.bytes / 1e6,
      };
    },
  };
}

export const coldLoadScenarios: readonly Scenario[] = [coldLoad(1_000), coldLoad(10_000), coldLoad(100_000, 250)];
