/** What operators and users see of the nodes of a cluster: the page for staff, and the status page. */
import { openBrowser } from "@weft/testkit/browser";
import { openServerCluster, whyNoCluster } from "@weft/testkit/cluster";
import { expect, test } from "vitest";
import { faultsOf } from "./accessible.ts";
import { signUp } from "./sign-up.ts";
import { wear } from "./theme.ts";

const without = await whyNoCluster();
if (without !== undefined) console.log(`The nodes of a cluster are not looked at: ${without}.`);

test.skipIf(without !== undefined)(
  "staff see each node of a cluster and what is wrong with it, and the status page speaks for all of them",
  async () => {
    await using cluster = await openServerCluster({
      nodes: 2,
      env: { WEFT_STAFF_DOMAIN: "weft.example" },
    });
    await using browser = await openBrowser();
    const context = await browser.newContext({ baseURL: cluster.url });
    const page = await context.newPage();
    await page.goto("/status");
    await page.getByRole("status").getByText("All systems operational.").waitFor();
    // As of a node that should get no new clients, while another one serves them.
    await page.route("**/health/ready", (route) => route.fulfill({ status: 503, json: {} }));
    await page.reload();
    await page.getByRole("status").getByText("All systems operational.").waitFor();
    await page.unrouteAll();
    // The first account of a server needs no verified address.
    await signUp(page, { teamName: "Weft", email: "sam@weft.example" });
    await page.goto("/dashboard/staff/jobs");
    await page.getByRole("link", { name: "Nodes" }).click();
    await page.getByRole("heading", { name: "Nodes", level: 1 }).waitFor();
    const rowOf = (name: string) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
    for (const name of cluster.nodes.keys()) await rowOf(name).getByText("Active").waitFor();
    expect(await page.getByText("Serving this page").count()).toBe(1);
    for (const theme of ["light", "dark"] as const) {
      await wear(page, theme);
      expect(await faultsOf(page)).toEqual([]);
    }

    // Until its lease ends, the node that died is listed as one that does not answer.
    await cluster.nodes.get("node-1")!.kill();
    await rowOf("node-1").getByText("Unreachable").waitFor();
    await rowOf("node-1").waitFor({ state: "detached" });
    await rowOf("node-0").getByText("Active").waitFor();
    await page.goto("/status");
    await page.getByRole("status").getByText("All systems operational.").waitFor();
  },
);
