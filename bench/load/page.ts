import { openBrowser } from "@weft/testkit/browser";

export interface PageSpec {
  readonly url: string;
  /** How many times slower the visitor's processor is than this one. */
  readonly slowdown: number;
}

export interface PageResult {
  /** Milliseconds to the largest contentful paint. */
  readonly lcpMs: number;
  /** Cumulative layout shift. */
  readonly cls: number;
  /** Bytes of the page's own JavaScript, compressed as they cross the wire, without headers. */
  readonly scriptBytes: number;
}

const observe = `
  window.measured = { lcpMs: 0, cls: 0 };
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) measured.lcpMs = entry.startTime; })
    .observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) measured.cls += entry.value; })
    .observe({ type: "layout-shift", buffered: true });
`;

/** A first visit of a page by a slow device, until there are no more requests. */
export async function pageLoad({ url, slowdown }: PageSpec): Promise<PageResult> {
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
    const page = await context.newPage();
    await page.addInitScript(observe);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await devtools.send("Network.enable");
    const scripts = new Set<string>();
    let scriptBytes = 0;
    const { frameTree } = await devtools.send("Page.getFrameTree");
    devtools.on("Network.responseReceived", ({ requestId, type, frameId }) => {
      if (type === "Script" && frameId === frameTree.frame.id) scripts.add(requestId);
    });
    devtools.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scriptBytes += encodedDataLength;
    });
    await page.goto(url, { waitUntil: "networkidle" });
    const measured: { lcpMs: number; cls: number } = await page.evaluate("measured");
    return { ...measured, scriptBytes };
  } finally {
    await browser.close();
  }
}
