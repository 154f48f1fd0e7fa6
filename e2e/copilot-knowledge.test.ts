/** The knowledge of a copilot in the dashboard: a website and files, read by the server. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { openJourney } from "./journey.ts";
import type { Journey } from "./journey.ts";
import { signUp } from "./sign-up.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await openJourney();
});
afterAll(() => journey[Symbol.asyncDispose]());

/** A website on this machine. Its pages arrive once `open` is called. */
async function openWebsite() {
  const gate = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const base = `http://${request.headers.host}`;
    if (request.url === "/sitemap.xml") {
      const urls = ["/start", "/gone"].map((path) => `<url><loc>${base}${path}</loc></url>`).join("");
      return response.writeHead(200, { "content-type": "application/xml" }).end(`<urlset>${urls}</urlset>`);
    }
    if (request.url !== "/start") return response.writeHead(404).end();
    await gate.promise;
    const text = "<title>Start</title><main><h1>Start</h1><p>Every room has a name that its members share.</p></main>";
    return response.writeHead(200, { "content-type": "text/html" }).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    sitemap: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sitemap.xml`,
    open: () => gate.resolve(),
    async [Symbol.asyncDispose]() {
      gate.resolve();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

test("web pages and files are added to a copilot's knowledge, followed until they are read, opened and deleted", async () => {
  const page = await journey.visit("/");
  const { teamId, projectId, call } = await signUp(page, { teamName: "Engines" });
  const { id: copilotId } = (await call("POST", `/internal/projects/${projectId}/api/ai/copilots`, {
    name: "Guide",
    systemPrompt: "Help.",
    provider: "google",
    providerModel: "gemini-2.5-pro",
    providerApiKey: "key-1234",
  })) as { id: string };
  await using site = await openWebsite();
  await page.goto(`/dashboard/${teamId}/projects/${projectId}/copilots/${copilotId}`);
  await page.getByRole("tab", { name: "Knowledge" }).click();
  await page.getByText("Teach the copilot about your product").waitFor();
  expect(await faultsOf(page)).toEqual([]);

  // A sitemap: it is read in the background, and the row follows by itself.
  await page.getByRole("button", { name: "Add web pages" }).click();
  const dialog = page.getByRole("dialog", { name: "Add web pages" });
  await dialog.getByLabel("URL").fill("docs.example.com");
  await page.keyboard.press("Enter");
  await dialog.getByText("Enter an absolute URL").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByLabel("URL").fill(site.sitemap);
  await dialog.getByRole("radio", { name: /^Sitemap/ }).click();
  await dialog.getByRole("button", { name: "Add" }).click();
  const table = page.getByRole("table", { name: "Knowledge sources" });
  const website = table.getByRole("row", { name: /sitemap\.xml/ });
  await website.getByText("Reading").waitFor();
  site.open();
  await website.getByText("Ready").waitFor();

  // Its pages, with those that could not be read.
  await website.getByRole("button", { name: site.sitemap, exact: true }).click();
  const pages = page.getByRole("dialog", { name: site.sitemap });
  await pages
    .getByRole("row", { name: /\/gone/ })
    .getByText("Error")
    .waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await pages.waitFor({ state: "hidden" });

  // Files, chosen and dropped; one of them is refused.
  const file = (name: string, text: string) => ({ name, mimeType: "", buffer: Buffer.from(text, "latin1") });
  const program = file("setup.exe", `MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0${"\0".repeat(64)}`);
  await page
    .getByLabel("Files", { exact: true })
    .setInputFiles([file("guide.md", "# Guide\n\nHow to begin."), program]);
  const uploads = page.getByRole("list", { name: "Uploads" });
  const refused = uploads.getByRole("listitem").filter({ hasText: "setup.exe" });
  await refused.getByRole("button", { name: "Dismiss setup.exe" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await uploads.getByRole("button", { name: "Dismiss setup.exe" }).click();
  await uploads.waitFor({ state: "hidden" });
  const dropped = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["Notes"], "notes & more.txt", { type: "text/plain" }));
    return transfer;
  })()`);
  await page.getByText("or drop them here").dispatchEvent("drop", { dataTransfer: dropped });
  await table.getByRole("row", { name: /notes & more\.txt/ }).waitFor();

  const guide = table.getByRole("row", { name: /guide\.md/ });
  await guide.getByText("Ready").waitFor();

  // A query shows the passages that it finds, and where they are from.
  await page.getByLabel("Query").fill("What do members share?");
  await page.keyboard.press("Enter");
  const passages = page.getByRole("list", { name: "Passages" });
  const found = passages.getByRole("listitem").first();
  await found.getByText("Every room has a name that its members share.").waitFor();
  await found.getByText("Score 1.00").waitFor();
  expect(await found.getByRole("link", { name: "Start" }).getAttribute("href")).toContain("/start");
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel("Query").fill("How do I begin?");
  await page.getByRole("button", { name: "Search", exact: true }).last().click();
  await passages.getByRole("button", { name: "guide.md" }).click();
  await page.getByRole("dialog", { name: "guide.md" }).getByText("How to begin.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByLabel("Query").fill("zzz");
  await page.keyboard.press("Enter");
  await page.getByText("No passages found.").waitFor();

  // The text of a file, as it is searched; then the file is deleted.
  await guide.getByRole("button", { name: "guide.md", exact: true }).click();
  await page.getByRole("dialog", { name: "guide.md" }).getByText("How to begin.").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await guide.getByRole("button", { name: "Delete guide.md" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete this source?" });
  await question.getByRole("button", { name: "Delete source" }).click();
  await question.waitFor({ state: "hidden" });
  await guide.waitFor({ state: "hidden" });
  const path = `/internal/projects/${projectId}/api/ai/copilots/${copilotId}/knowledge`;
  const { data } = (await call("GET", path)) as { data: { file?: { name: string }; link?: { type: string } }[] };
  expect(data.map(({ file: one, link }) => one?.name ?? link?.type ?? "").toSorted()).toEqual([
    "notes & more.txt",
    "sitemap",
  ]);

  // The list counts the sources.
  await page.getByRole("main").getByRole("link", { name: "AI copilots" }).click();
  await page
    .getByRole("row", { name: /^Guide/ })
    .getByRole("link", { name: "2 sources" })
    .click();
  await table.waitFor();
  // The browser itself reports the file that was refused.
  expect(journey.complaints.filter((text) => !text.includes("415"))).toEqual([]);
});
