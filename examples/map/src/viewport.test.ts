import fc from "fast-check";
import { expect, test } from "vitest";
import { positionAt, project, world } from "./projection.ts";
import { initialViewport, pan, toMap, toScreen, zoom } from "./viewport.ts";

const desktop = { width: 1_000, height: 700 };
const phone = { width: 390, height: 460 };

test("a position is found again where the map shows it", () => {
  const lons = fc.double({ min: -179.9, max: 179.9, noNaN: true });
  const lats = fc.double({ min: -89, max: 89, noNaN: true });
  fc.assert(
    fc.property(lons, lats, (lon, lat) => {
      const found = positionAt(project({ lon, lat }))!;
      expect(found.lon).toBeCloseTo(lon, 3);
      expect(found.lat).toBeCloseTo(lat, 3);
    }),
  );
});

test("outside the globe there is no position", () => {
  expect(positionAt({ x: 1, y: 1 })).toBeNull();
  expect(positionAt({ x: -50, y: world.height / 2 })).toBeNull();
  expect(positionAt({ x: Number.NaN, y: 0 })).toBeNull();
});

test("zooming keeps the place under the pointer", () => {
  const before = zoom(initialViewport(desktop), 6, { x: 400, y: 300 }, desktop);
  const pointer = { x: 420, y: 310 };
  const after = zoom(before, 1.7, pointer, desktop);
  const [place, same] = [toMap(before, pointer), toMap(after, pointer)];
  expect(same.x).toBeCloseTo(place.x, 6);
  expect(same.y).toBeCloseTo(place.y, 6);
  expect(after.scale / before.scale).toBeCloseTo(1.7, 6);
});

test("the world does not leave the window, and is never smaller than it needs to be", () => {
  for (const size of [desktop, phone]) {
    const far = pan(zoom(initialViewport(size), 1_000, { x: 0, y: 0 }, size), { x: 1e9, y: -1e9 }, size);
    expect(toScreen(far, { x: 0, y: 0 }).x).toBe(0);
    expect(toScreen(far, { x: 0, y: world.height }).y).toBeCloseTo(size.height, 6);
    const whole = zoom(far, 1e-9, { x: 0, y: 0 }, size);
    expect(toScreen(whole, { x: world.width, y: 0 }).x).toBeLessThanOrEqual(size.width + 1e-6);
    expect(toScreen(whole, { x: 0, y: 0 }).y).toBeGreaterThanOrEqual(0);
  }
});

test("on a phone the map is not a strip", () => {
  expect(initialViewport(phone).scale * world.height).toBeGreaterThan(phone.height * 0.6);
  expect(initialViewport(desktop).scale * world.width).toBeCloseTo(desktop.width, 6);
});
