import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { freePort, openNatsServer, whyNoNatsServer } from "../../suites/nats-server.ts";
import { inspectNats } from "./nats-inspection.ts";
import type { NatsInspectionOptions } from "./nats-inspection.ts";

const noServer = whyNoNatsServer();
if (noServer !== undefined) console.log(`Inspections of NATS servers are not tested: ${noServer}.`);

const clock: NatsInspectionOptions["clock"] = {
  setTimer(afterMs, run) {
    const timer = setTimeout(run, afterMs);
    return { cancel: () => clearTimeout(timer) };
  },
};

const inspect = (servers: readonly string[], options: Partial<NatsInspectionOptions> = {}) =>
  inspectNats({ servers, cluster: "test", clock, ...options });

test.skipIf(noServer !== undefined)("[CL12] an inspection says what a NATS server accepts, and from whom", async () => {
  await using open = await openNatsServer();
  await using small = await openNatsServer('max_payload: 256KB, authorization: { user: "weft", password: "right" }');
  const address = ({ port }: { readonly port: number }) => `127.0.0.1:${port}`;
  expect(await inspect([`nats://${address(open)}`])).toMatchObject([
    {
      server: address(open),
      kind: "answers",
      payloadBytes: 1_024 * 1_024,
      neededBytes: 512 * 1_024,
      isEncrypted: false,
      needsCredentials: false,
      unusable: undefined,
      apartFrom: [],
    },
  ]);
  expect(await inspect([`nats://weft:right@${address(small)}`])).toMatchObject([
    { kind: "answers", payloadBytes: 256 * 1_024, needsCredentials: true, unusable: undefined },
  ]);
  const refused = await inspect([`nats://weft:wrong@${address(small)}`]);
  expect(refused).toMatchObject([{ server: address(small), kind: "refused" }]);
  expect(JSON.stringify(refused)).toMatch(/authorization violation/iu);
  expect(JSON.stringify(refused)).not.toContain("wrong");
  expect(await inspect(["nats://127.0.0.1:9"])).toMatchObject([{ server: "127.0.0.1:9", kind: "refused" }]);
});

test.skipIf(noServer !== undefined).each(["publish", "subscribe"])(
  "[CL12] an inspection names a user who may not %s",
  async (what) => {
    await using server = await openNatsServer(
      `authorization: { users: [{ user: "weft", password: "weft", permissions: { ${what}: { deny: "weft.>" } } }] }`,
    );
    const [report] = await inspect([`nats://weft:weft@127.0.0.1:${server.port}`]);
    expect(report).toMatchObject({
      kind: "answers",
      unusable: expect.stringMatching(new RegExp(`Permissions Violation for ${what.slice(0, 6)}`, "iu")) as unknown,
    });
  },
);

const deploy = fileURLToPath(new URL("../../../../deploy/cluster/", import.meta.url));

test.skipIf(noServer !== undefined)(
  "[CL12] the configuration in deploy/cluster joins NATS servers over TLS, with the certificates of its script",
  async () => {
    const password = "1e5digits";
    // As compose.cluster.yaml quotes it.
    vi.stubEnv("NATS_PASSWORD", `"${password}"`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const routes = await freePort();
    let authority = "";
    const makeCertificates = async (folder: string) => {
      const certificates = join(folder, "certificates");
      mkdirSync(certificates);
      if (authority !== "")
        for (const name of ["authority.key", "authority.pem"])
          copyFileSync(join(authority, name), join(certificates, name));
      execFileSync("sh", [join(deploy, "make-certificates.sh"), certificates], { stdio: "ignore" });
      authority = certificates;
    };
    const configuration = (port: number) =>
      readFileSync(join(deploy, "nats.conf"), "utf8")
        .replace('listen: "0.0.0.0:4222"\n', "")
        .replace("0.0.0.0:6222", `127.0.0.1:${port}`)
        .replace(/routes: .*/u, `routes: ["nats://localhost:${routes}"]`)
        .replaceAll("/etc/nats/certificates", "{folder}/certificates");
    await using first = await openNatsServer(configuration(routes), makeCertificates);
    await using second = await openNatsServer(configuration(-1), makeCertificates);
    const servers = (user: string) => [first, second].map(({ port }) => `tls://${user}@localhost:${port}`);
    const tls = { caFile: join(authority, "authority.pem") };
    const usable = { kind: "answers", isEncrypted: true, needsCredentials: true, unusable: undefined, apartFrom: [] };
    expect(await inspect(servers(`weft:${password}`), { tls })).toMatchObject([usable, usable]);
    expect(await inspect(servers("weft:wrong"), { tls })).toMatchObject([{ kind: "refused" }, { kind: "refused" }]);
    expect(await inspect(servers(`weft:${password}`))).toMatchObject([{ kind: "refused" }, { kind: "refused" }]);
  },
);

test.skipIf(noServer !== undefined)("[CL12] an inspection finds NATS servers that are not joined", async () => {
  const routes = await freePort();
  await using first = await openNatsServer(`cluster: { name: one, listen: "127.0.0.1:${routes}" }`);
  await using second = await openNatsServer(
    `cluster: { name: one, listen: "127.0.0.1:-1", routes: ["nats://127.0.0.1:${routes}"] }`,
  );
  await using alone = await openNatsServer();
  const [one, two, three] = [first, second, alone].map(({ port }) => `127.0.0.1:${port}`) as [string, string, string];
  const joined = await inspect([`nats://${one}`, `nats://${two}`]);
  expect(joined).toMatchObject([
    { server: one, apartFrom: [], unusable: undefined },
    { server: two, apartFrom: [], unusable: undefined },
  ]);
  const apart = await inspect([`nats://${one}`, `nats://${three}`], { patienceMs: 300 });
  expect(apart).toMatchObject([
    { server: one, apartFrom: [three] },
    { server: three, apartFrom: [one], unusable: undefined },
  ]);
});
