import { expect, test } from "vitest";
import { createHeldMemory } from "./held-memory.ts";
import type { Owner } from "./held-memory.ts";

function open() {
  const time = { now: 0 };
  const memory = createHeldMemory({ total: 100, stalledMs: 30, strideBytes: 10 }, () => time.now);
  const ended: string[] = [];
  const owner = (name: string, share = 60): Owner => ({ name, share });
  const hold = (name: string, project?: Owner) => {
    const state = { moved: 0 };
    const label = `${name} ${time.now}`;
    const holding = memory.hold([owner(name), project], { moved: () => state.moved, end: () => ended.push(label) });
    return Object.assign(holding, { state });
  };
  return { time, memory, ended, hold, owner };
}

test("[HE43] a caller holds no more than its share, and others hold theirs", () => {
  const { memory, hold, ended } = open();
  const [first, second, other] = [hold("a"), hold("a"), hold("b")];
  expect(first.resize(40)).toBe(true);
  expect(second.resize(21)).toBe(false);
  expect(second.resize(20)).toBe(true);
  expect(other.resize(40)).toBe(true);
  expect([memory.heldBy("a"), memory.heldBy("b"), memory.total]).toEqual([60, 40, 100]);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  expect([memory.heldBy("a"), memory.total]).toEqual([20, 60]);
  expect(second.resize(60)).toBe(true);
  expect(ended).toEqual([]);
});

test("[HE43] the callers of a project share what the project may hold", () => {
  const { hold, owner } = open();
  const project = owner("project", 70);
  const [first, second, third] = [hold("a", project), hold("b", project), hold("c", project)];
  expect([first.resize(40), second.resize(30), third.resize(1)]).toEqual([true, true, false]);
  expect(hold("elsewhere", owner("other")).resize(30)).toBe(true);
});

test("[HE43] when the total is reached, what the greediest caller has let stand longest ends, and no other", () => {
  const { time, memory, hold, ended } = open();
  const oldest = hold("greedy");
  oldest.force(30);
  time.now = 10;
  hold("greedy").force(30);
  const honest = hold("honest");
  honest.force(35);
  oldest.state.moved = 10;
  time.now = 20;
  memory.sweep();
  expect(hold("newcomer").resize(20)).toBe(true);
  expect(ended).toEqual(["greedy 10"]);
  expect([memory.heldBy("greedy"), memory.heldBy("honest"), memory.heldBy("newcomer")]).toEqual([30, 35, 20]);
});

test("[HE43] what does not move is ended, and what moves slowly is not", () => {
  const { time, memory, hold, ended } = open();
  hold("still").force(1);
  const dripping = hold("dripping");
  const slow = hold("slow");
  for (let second = 0; second < 10; second++) {
    time.now += 10;
    dripping.state.moved += 1;
    slow.state.moved += 4;
    memory.sweep();
  }
  expect(ended).toEqual(["still 0", "dripping 0"]);
  expect(memory.total).toBe(0);
});
