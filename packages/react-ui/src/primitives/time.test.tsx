// @vitest-environment jsdom
import { act, cleanup, render } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WeftUiConfig } from "../config.tsx";
import { Duration } from "./duration.tsx";
import { FileSize } from "./file-size.tsx";
import { Timestamp } from "./timestamp.tsx";

const now = new Date("2026-06-15T12:00:00.000Z");

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("[UI103] a timestamp is rendered again as time passes, unless it has no interval", () => {
  const { container } = render(
    <WeftUiConfig overrides={{ locale: "de" }}>
      <Timestamp date={now} />
      <Timestamp date={now.getTime()} interval={false} locale="en" />
      <Timestamp date={now.toISOString()} title={(date) => date.toISOString()} asChild>
        {(date, locale) => <b>{`${date.getUTCFullYear()} ${locale}`}</b>}
      </Timestamp>
    </WeftUiConfig>,
  );
  const [first, second] = Array.from(container.querySelectorAll("time"));
  const third = container.querySelector("b")!;
  expect([first!.textContent, second!.textContent, third.textContent]).toEqual(["jetzt", "now", "2026 de"]);
  expect([first!.dateTime, third.title]).toEqual([now.toISOString(), now.toISOString()]);
  expect(first!.title).toContain("15. Juni 2026");
  act(() => void vi.advanceTimersByTime(120_000));
  expect([first!.textContent, second!.textContent]).toEqual(["vor 2 Min.", "now"]);
});

test("[UI104] a server and the page that hydrates its HTML show the same", async () => {
  vi.useRealTimers();
  const page = <Timestamp date="2026-03-05T23:30:00.000Z" locale="en" />;
  const container = document.createElement("div");
  container.innerHTML = renderToString(page);
  expect(container.textContent).toBe("Mar 5, 2026");
  const problems = vi.fn<(error: unknown) => void>();
  const root = await act(async () => hydrateRoot(container, page, { onRecoverableError: problems }));
  expect(problems).not.toHaveBeenCalled();
  expect(container.querySelector("time")!.title).toContain("2026");
  act(() => root.unmount());
});

test("[UI105] a duration without an end grows, and others stay", () => {
  const from = now.getTime() - 58_000;
  const { container } = render(
    <>
      <Duration from={from} />
      <Duration from={from} to={now} />
      <Duration duration={200_000}>{(duration, locale) => `${duration} ${locale}`}</Duration>
    </>,
  );
  const shown = () => Array.from(container.querySelectorAll("time"), ({ textContent }) => textContent);
  expect(shown()).toEqual(["58s", "58s", "200000 en"]);
  expect(container.querySelector("time")!.title).toBe("58 seconds");
  act(() => void vi.advanceTimersByTime(3000));
  expect(shown()).toEqual(["1m 1s", "58s", "200000 en"]);
});

test("[UI102] the size of a file is formatted in the language of the texts, or by a function", () => {
  const { container } = render(
    <WeftUiConfig overrides={{ locale: "de" }}>
      <FileSize size={1250} className="size" />
      <FileSize size={5}>{(size, locale) => `${size} ${locale}`}</FileSize>
    </WeftUiConfig>,
  );
  expect(container.textContent).toBe("1,3 kB5 de");
  expect(container.querySelector(".size")).not.toBeNull();
});
