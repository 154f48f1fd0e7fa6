// @vitest-environment jsdom
import { cleanup, fireEvent, render, waitFor } from "@testing-library/react";
import { createClient } from "@weft/client";
import { createWeftContext } from "@weft/react";
import type { ReactElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { HistoryVersionSummaryList } from "./history-version-summary-list.tsx";
import { HistoryVersionSummary } from "./history-version-summary.tsx";

afterEach(cleanup);

function show(element: ReactElement) {
  const client = createClient({
    publicApiKey: "pk_test",
    resolveUsers: ({ userIds }) => userIds.map((id) => ({ name: id.toUpperCase() })),
  });
  const { WeftProvider } = createWeftContext(client);
  return render(<WeftProvider>{element}</WeftProvider>).container;
}

const versionBy = (...ids: readonly string[]) => ({
  id: `vh_${ids.length}` as const,
  createdAt: new Date("2020-03-05T12:00:00.000Z"),
  authors: ids.map((id) => ({ id })),
});

test("[UI116] a summary has the date and the authors of a version, each once, and is a button", async () => {
  const clicked = vi.fn<() => void>();
  const container = show(
    <HistoryVersionSummaryList className="mine">
      <HistoryVersionSummary version={versionBy("ada", "ben", "ada")} selected onClick={clicked} />
      <HistoryVersionSummary version={versionBy()} />
      <HistoryVersionSummary version={versionBy("ada", "ben", "cyd", "dan")} />
    </HistoryVersionSummaryList>,
  );
  const items = Array.from(container.querySelectorAll("ol.lb-root.lb-history-version-summary-list.mine > li"));
  await waitFor(() => expect(items[0]!.textContent).toContain("Changes by ADA and BEN"));
  const [first, second, third] = Array.from(container.querySelectorAll("button"));
  expect([first!.getAttribute("aria-pressed"), first!.type]).toEqual(["true", "button"]);
  expect(first!.querySelector("time")!.dateTime).toBe("2020-03-05T12:00:00.000Z");
  expect(first!.querySelectorAll(".lb-avatar")).toHaveLength(2);
  expect(second!.textContent).toBe("Mar 5, 2020No author is known");
  expect(third!.textContent).toContain("Changes by ADA, BEN, and 2 others");
  fireEvent.click(first!);
  expect(clicked).toHaveBeenCalledTimes(1);
});
