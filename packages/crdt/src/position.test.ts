import { describe, expect, test } from "vitest";
import { makePosition, normalisePosition, positionAfter, positionBefore, positionBetween } from "./position.ts";

describe("positions", () => {
  test.each([
    ["", "!"],
    ["  ", "!"],
    ["A ", "A"],
    ["é", "~"],
    ["\n!", " !"],
    ["é\n", "~"],
    ["!O", "!O"],
  ])("[ST10] %j is normalised to %j", (text, position) => {
    expect(normalisePosition(text)).toBe(position);
  });

  test.each([
    ["!", "!!"],
    ["!!", '!"'],
    ["!~", '"'],
    ["~", "~!"],
    ["~~", "~~  !"],
    ["~~ !", "~~ !!"],
    ["~~~~~", "~~~~~  !"],
    ["zz", "z{"],
    ["z", "z!"],
    ["  ", "!"],
  ])("[ST11] after %j comes %j", (position, next) => {
    expect(positionAfter(position)).toBe(next);
  });

  test.each([
    ["!", " ~"],
    ["O", "N"],
    ["!O", "!"],
    [" !", "  ~"],
  ])("[ST11] before %j comes %j", (position, previous) => {
    expect(positionBefore(position)).toBe(previous);
  });

  test.each([
    ["!", '"', "!O"],
    ["!", "#", '"'],
    ["!", "%", "#"],
    ["!", "~", "O"],
    ["!", "!!", "! O"],
    ["!", "! !", "!  O"],
    ["!!", '!"', "!!O"],
    [" ~", "!", " ~O"],
    ["~", "~ O", "~ 7"],
    ["! O", "!!", "! f"],
    ["O!", "OO", "O8"],
    ["A", "Az", "AM"],
    ["z", "z!", "z O"],
  ])("[ST11] between %j and %j lies %j", (lo, hi, middle) => {
    expect(positionBetween(lo, hi)).toBe(middle);
    expect(positionBetween(hi, lo)).toBe(middle);
    expect(makePosition(lo, hi)).toBe(middle);
  });

  test("[ST11] an empty list begins at the exclamation mark, and either bound may be left out", () => {
    expect(makePosition()).toBe("!");
    expect(makePosition(undefined, "O")).toBe("N");
    expect(makePosition("zz")).toBe("z{");
  });

  test("[ST11] there is nothing between a position and itself", () => {
    expect(() => positionBetween("A", "A ")).toThrow(RangeError);
  });

  test("[ST11] pushing thousands of items keeps positions at two characters until the 8931st", () => {
    let position = makePosition();
    const seen = [position];
    for (let i = 2; i <= 8931; i++) {
      const next = positionAfter(position);
      expect(next > position).toBe(true);
      position = next;
      seen.push(position);
    }
    expect(seen.slice(0, 4)).toEqual(["!", "!!", '!"', "!#"]);
    expect(seen.findIndex((each) => each.length > 2)).toBe(8930);
    expect(seen[8930]).toBe("~~  !");
  });
});
