/** Responses and metadata are read in a thread of its own, in bounded time, with a share for each team. */
import { SsoRefused } from "@weft/collab";
import type { SsoConnection } from "@weft/collab";
import { limits } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import { createSigningIdentity, describeProvider, issueResponse, readRequest } from "@weft/testkit/identity-provider";
import { expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { openSamlReader } from "./saml-reader.ts";

const entityId = "https://idp.test/metadata";
const service = {
  entityId: "https://weft.test/sp",
  acsUrl: "https://weft.test/acs",
  metadataUrl: "https://weft.test/sp",
};
const connectionOf = (team: string, certificates: readonly string[] = []): SsoConnection => ({
  team,
  entityId,
  signInUrl: "https://idp.test/sign-in",
  certificates,
  attributes: { email: null, firstName: null, lastName: null },
  updatedAt: 1,
  enforced: false,
});
const base64 = (xml: string) => Buffer.from(xml).toString("base64");
const open = (changed: Partial<Limits> = {}) =>
  openSamlReader({ clock: systemClock, limits: { ...limits, ...changed } });

test("[SO10] a response and metadata are read in the thread, and what is wrong with them is said", async () => {
  await using reader = open();
  const own = await createSigningIdentity();
  const connection = connectionOf("team_1", [own.certificate]);
  const { url, requestId } = await reader.request(connection, service, "relay");
  const xml = issueResponse({ entityId, request: readRequest(url), email: "grace@corp.test" }, own);
  const profile = await reader.profile(connection, service, base64(xml), requestId);
  expect(profile).toMatchObject({ email: "grace@corp.test", firstName: "Grace" });
  await expect(reader.profile(connection, service, base64(xml), "other")).rejects.toMatchObject({
    reason: "unsolicited",
  });
  await expect(reader.profile(connection, service, "%%%", requestId)).rejects.toBeInstanceOf(SsoRefused);
  const described = describeProvider({
    entityId,
    signInUrl: "https://idp.test/sign-in",
    certificates: [own.certificate],
  });
  expect(await reader.metadata("team_1", described)).toMatchObject({ entityId });
  await expect(reader.metadata("team_1", "<html/>")).rejects.toMatchObject({
    code: "UNPROCESSABLE_ENTITY",
    message: expect.stringContaining("It isn't SAML 2.0 metadata."),
    suggestion: expect.stringContaining("Download the metadata"),
  });
});

test("[SO10] a message that takes too long is refused, and the next is read", async () => {
  // The deadline has come when it is set.
  let isHasty = true;
  const hasty: typeof systemClock = {
    ...systemClock,
    setTimer(ms, run) {
      if (!isHasty || ms !== limits.samlReadMs) return systemClock.setTimer(ms, run);
      run();
      return { cancel() {} };
    },
  };
  await using reader = openSamlReader({ clock: hasty, limits });
  await expect(reader.metadata("team_1", "<html/>")).rejects.toThrow("too much time or memory");
  isHasty = false;
  await expect(reader.metadata("team_1", "<html/>")).rejects.toThrow("It isn't SAML 2.0 metadata.");
});

test("[SO10] a team has a share of the places in the queue, and takes none from others", async () => {
  await using reader = open({ samlReadsWaiting: 3, samlReadsWaitingPerTeam: 2 });
  const reasons = await Promise.all(
    ["team_1", "team_1", "team_1", "team_2", "team_3"].map((team) =>
      reader.profile(connectionOf(team), service, base64("<a/>"), "id").catch((error: SsoRefused) => error.reason),
    ),
  );
  expect(reasons).toEqual(["malformed", "malformed", "tooMany", "malformed", "tooMany"]);
  await expect(reader.profile(connectionOf("team_3"), service, base64("<a/>"), "id")).rejects.toMatchObject({
    reason: "malformed",
  });
});
