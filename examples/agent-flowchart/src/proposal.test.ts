import fc from "fast-check";
import { expect, test } from "vitest";
import { placeProposal, readProposal } from "./proposal.ts";
import { readArrows, readSteps } from "./read-chart.ts";

const chart = readSteps({ a: { label: "A", x: 0, y: 0 }, b: { label: "B", x: 0, y: 110 } });
const step = (id: string) => ({ id, label: id.toUpperCase() });

test("a step is below the one that leads to it, and to the right where that is taken", () => {
  const proposal = {
    id: "p",
    steps: [step("d"), step("c"), step("e")],
    arrows: [
      { from: "c", to: "d" },
      { from: "b", to: "c" },
      { from: "b", to: "e" },
    ],
  };
  const { steps } = placeProposal(proposal, chart);
  expect(Object.fromEntries(steps.map(({ id, x, y }) => [id, [x, y]]))).toEqual({
    c: [0, 220],
    d: [0, 330],
    e: [230, 220],
  });
});

test("steps that nothing leads to are at the end, also in a circle and in an empty chart", () => {
  const circle = {
    id: "p",
    steps: [step("c"), step("d")],
    arrows: [
      { from: "c", to: "d" },
      { from: "d", to: "c" },
    ],
  };
  expect(placeProposal(circle, chart).steps).toMatchObject([
    { id: "c", x: 0, y: 220 },
    { id: "d", x: 0, y: 330 },
  ]);
  expect(placeProposal(circle, []).steps).toMatchObject([
    { x: 0, y: 0 },
    { x: 0, y: 110 },
  ]);
});

test("arrows to steps that do not exist are left out, and a known id means the step of the chart", () => {
  const placed = placeProposal(
    {
      id: "p",
      steps: [step("a"), step("c")],
      arrows: [
        { from: "a", to: "c" },
        { from: "c", to: "gone" },
      ],
    },
    chart,
  );
  expect(placed.steps.map(({ id }) => id)).toEqual(["c"]);
  expect(placed.arrows).toEqual([{ from: "a", to: "c" }]);
});

test("no two steps are at one place", () => {
  const ids = fc.constantFrom("a", "b", "c", "d", "e", "f", "g");
  const arrows = fc.array(fc.record({ from: ids, to: ids }), { maxLength: 20 });
  fc.assert(
    fc.property(fc.uniqueArray(ids), arrows, (steps, between) => {
      const read = readProposal("p", { steps: steps.map(step), arrows: between });
      const all = [...chart, ...(read ? placeProposal(read, chart).steps : [])];
      const places = all.map(({ x, y }) => `${x} ${y}`);
      expect(new Set(places).size).toBe(places.length);
    }),
  );
});

test("a proposal from elsewhere is checked and bounded", () => {
  for (const wrong of [
    null,
    7,
    [],
    { steps: "all", arrows: {} },
    { steps: [null, { id: "", label: "A" }, { id: "c", label: " " }] },
  ])
    expect(readProposal("p", wrong)).toBeNull();
  const many = Array.from({ length: 500 }, (_, index) => ({ id: String(index), label: "x".repeat(999) }));
  const read = readProposal("p", {
    steps: many,
    arrows: [
      { from: "1", to: "1" },
      { from: "1", to: {} },
    ],
  });
  expect(read?.steps).toHaveLength(20);
  expect(read?.steps[0]?.label).toHaveLength(40);
  expect(read?.arrows).toEqual([]);
});

test("what is not a step or an arrow of the chart is left out", () => {
  expect(
    readSteps({
      a: null,
      b: { label: "B", x: Number.NaN, y: 0 },
      c: { label: 7, x: 0, y: 0 },
      d: { label: "D", x: 1e300, y: 0 },
    }),
  ).toEqual([]);
  expect(readArrows({ x: { from: "a", to: "gone" }, y: { from: "a", to: "b" }, z: 7 }, chart)).toEqual([
    { id: "y", from: "a", to: "b" },
  ]);
  for (const wrong of [null, "steps", [1]]) expect(readSteps(wrong)).toEqual([]);
});
