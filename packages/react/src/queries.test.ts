// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { Component, createElement as h, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ClientSideSuspense } from "./client-side-suspense.ts";
import type { PagedResult } from "./hooks/result-types.ts";
import type { ClientQuery, QueryState } from "./queries.ts";
import { DeferredQuery } from "@weft/client/framework";
import { useQuery } from "./queries.ts";

afterEach(cleanup);

/** A list of two pages, each of which arrives when the test says so. */
class Pages implements ClientQuery<readonly string[]> {
  readonly #listeners = new Set<() => void>();
  readonly #waiting: (() => void)[] = [];
  #state: QueryState<readonly string[]> = { isLoading: true };
  loads = 0;

  get listeners(): number {
    return this.#listeners.size;
  }

  get(): QueryState<readonly string[]> {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  load(): Promise<void> {
    this.loads++;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async fetchMore(): Promise<void> {
    const { data } = this.#state as { readonly data: readonly string[] };
    this.set({ isLoading: false, data, hasFetchedAll: false, isFetchingMore: true });
  }

  set(state: QueryState<readonly string[]>): void {
    this.#state = state;
    for (const listener of Array.from(this.#listeners)) listener();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

type Letters = PagedResult<readonly string[], "letters">;
const first = { isLoading: false, data: ["a"], hasFetchedAll: false, isFetchingMore: false } as const;
const all = { isLoading: false, data: ["a", "b"], hasFetchedAll: true, isFetchingMore: false } as const;

function show(query: ClientQuery<readonly string[]>, suspends = false) {
  const results = new Set<Letters>();
  function List() {
    const result = useQuery(query, "letters", suspends) as Letters;
    results.add(result);
    const { letters, error, isLoading, isFetchingMore = false, hasFetchedAll = false, fetchMore } = result;
    const text = isLoading
      ? "loading"
      : letters === undefined
        ? error?.message
        : `${letters.join()} ${isFetchingMore} ${hasFetchedAll}`;
    return h("button", { onClick: fetchMore }, text);
  }
  class Boundary extends Component<{ readonly children?: ReactNode }, { readonly error: Error | null }> {
    override state: { readonly error: Error | null } = { error: null };
    static getDerivedStateFromError(error: Error) {
      return { error };
    }
    override render(): ReactNode {
      const { error } = this.state;
      return error === null
        ? this.props.children
        : h("button", { onClick: () => this.setState({ error: null }) }, `caught ${error.message}`);
    }
  }
  const element = h(Boundary, null, h(ClientSideSuspense, { fallback: "waiting", children: h(List) }));
  return { results, element, ...render(h(StrictMode, null, element)) };
}

describe("results of queries", () => {
  test("[RE80] a result follows its query page by page, and is the same object until something changes", async () => {
    const query = new Pages();
    const { results, unmount } = show(query);
    expect(screen.getByText("loading")).toBeTruthy();
    act(() => query.set(first));
    act(() => query.set(first));
    fireEvent.click(screen.getByText("a false false"));
    expect(screen.getByText("a true false")).toBeTruthy();
    act(() => query.set(all));
    expect(screen.getByText("a,b false true")).toBeTruthy();
    expect([...results].map(({ letters }) => letters?.length)).toEqual([undefined, 1, 1, 2]);
    expect(new Set([...results].slice(1).map(({ fetchMore }) => fetchMore)).size).toBe(1);
    act(() => query.set({ isLoading: false, error: new Error("gone") }));
    expect(screen.getByText("gone")).toBeTruthy();
    unmount();
    expect(query.listeners).toBe(0);
  });

  test("[RE81] with Suspense a component waits for the first page, and fails with the error", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const query = new Pages();
    show(query, true);
    expect(screen.getByText("waiting")).toBeTruthy();
    expect(query.loads).toBeGreaterThan(0);
    await act(async () => query.set({ isLoading: false, error: new Error("gone") }));
    const caught = await screen.findByText("caught gone");
    query.set(first);
    fireEvent.click(caught);
    await screen.findByText("a false false");
  });

  test("[RE81] a component that has failed tries again when it is rendered again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const query = new Pages();
    show(query, true);
    await act(async () => query.set({ isLoading: false, error: new Error("gone") }));
    const caught = await screen.findByText("caught gone");
    const { loads } = query;
    fireEvent.click(caught);
    await screen.findByText("waiting");
    expect(query.loads).toBeGreaterThan(loads);
    await act(async () => query.set({ isLoading: false, error: new Error("still gone") }));
    fireEvent.click(await screen.findByText("caught still gone"));
    await screen.findByText("waiting");
    await act(async () => query.set(first));
    await screen.findByText("a false false");
  });

  test("[RE81] on a server the fallback is rendered", () => {
    vi.stubGlobal("window", undefined);
    const { element } = {
      element: h(ClientSideSuspense, {
        fallback: "waiting",
        children: h(() => useQuery(new Pages(), "letters", true) as never),
      }),
    };
    expect(renderToString(element)).toContain("waiting");
    vi.unstubAllGlobals();
  });

  test("[RE82] a query whose code is loaded when it is used says when that fails, and tries again with the next use", async () => {
    const query = new Pages();
    query.set(first);
    const open = vi.fn<() => Promise<ClientQuery<readonly string[]>>>().mockRejectedValueOnce(new Error("no network"));
    open.mockResolvedValue(query);
    const deferred = new DeferredQuery(open);
    const { unmount } = show(deferred);
    expect(screen.getByText("loading")).toBeTruthy();
    await screen.findByText("no network");
    unmount();
    show(deferred);
    await screen.findByText("a false false");
    fireEvent.click(screen.getByText("a false false"));
    await screen.findByText("a true false");
    cleanup();
    expect(query.listeners).toBe(0);
  });
});
