/**
 * Single sign-on: how a team connects its identity provider, and who comes in by it.
 *
 *   email ──► verified domain ──► connection ──► request, and a sign-in under way (RelayState, browser)
 *   response ──► sign-in of that RelayState ──► signed, in time, for us, answers the request ──► profile, once
 *   browser is back ──► the cookie, or the tester's session, of that sign-in ──► profile, once ──► account, member
 *
 * - A domain belongs to the team that has shown control over its DNS, and to one team at a time. Only addresses of the
 *   team's verified domains come in, so a connection says nothing about anyone else.
 * - The operator's domain, whose accounts are staff, cannot be claimed, and a claim from before it became the operator's
 *   has no effect.
 * - Everything is refused with one of the reasons in `protocol/src/internal/sso-refusals.ts`. A reason is all that is
 *   noted of a response.
 */
import { hash, randomBytes } from "node:crypto";
import { limits as platformLimits, WeftError } from "@weft/protocol";
import type { IdentityProvider, Limits, SsoAttributes } from "@weft/protocol";
import type { Actor, Teams } from "../teams/teams.ts";
import { domainOf, emailDomain } from "../teams/email-domain.ts";
import type { ReadTextRecords, ServiceProvider, SsoMessages } from "./ports.ts";
import type { SsoConnection, SsoDomain, SsoProfile, SsoRecords, SsoSignIn, SsoTest } from "./sso-records.ts";
import { SsoRefused } from "./sso-refused.ts";

/** The settings of a team. */
export interface SsoSettings {
  readonly service: ServiceProvider;
  readonly connection: SsoConnection | undefined;
  readonly domains: readonly SsoDomain[];
  readonly test: SsoTest | undefined;
  readonly breakGlass: readonly string[];
}

/** A sign-in that has begun. */
export interface BegunSignIn {
  /** The identity provider's page. */
  readonly url: string;
}

/** What a browser brought back. */
export interface ArrivedSignIn {
  readonly team: string;
  readonly profile: SsoProfile;
  /** A path of this site. */
  readonly next: string;
  /** Whether an owner tested: then no one is signed in. */
  readonly isTest: boolean;
}

/** Settings fail with `WeftError`s, sign-ins with `SsoRefused`. */
export interface Sso {
  service(team: string): ServiceProvider;
  settings(team: string): Promise<SsoSettings>;
  connect(actor: Actor, team: string, provider: IdentityProvider & { attributes: SsoAttributes }): Promise<void>;
  /** NOT_FOUND. */
  disconnect(actor: Actor, team: string): Promise<void>;
  /** UNPROCESSABLE_ENTITY for what is no domain, CONFLICT for one that cannot be claimed. */
  claim(actor: Actor, team: string, domain: string): Promise<void>;
  /** CONFLICT while its record is not found, or if another team has verified the domain. */
  verify(actor: Actor, team: string, domain: string): Promise<void>;
  /** CONFLICT for the last verified domain while single sign-on is enforced. */
  release(actor: Actor, team: string, domain: string): Promise<void>;
  /** CONFLICT without a successful test, a verified domain, and an owner who is not held to it. */
  enforce(actor: Actor, team: string, breakGlass: readonly string[]): Promise<void>;
  stopEnforcing(actor: Actor, team: string): Promise<void>;

  /** Begins a sign-in for an address. `browser`: the secret of its cookie. */
  begin(email: string, next: string, browser: string, network?: string): Promise<BegunSignIn>;
  /** Begins a test. CONFLICT without a connection. */
  beginTest(actor: Actor, team: string, next: string): Promise<BegunSignIn>;
  /** Whether a sign-in under way is a test: where its browser is led, even after a refusal. */
  isTest(relayState: string): Promise<boolean>;
  /** Takes a response for a team's address; the browser may then come back with the same RelayState. */
  receive(team: string, relayState: string, response: string): Promise<void>;
  /** The browser is back: with its cookie, and as the account that is signed in. */
  arrive(
    relayState: string,
    by: { readonly browser: string | undefined; readonly actor: Actor | undefined },
  ): Promise<ArrivedSignIn>;
  /** Deletes sign-ins whose time is over. */
  sweep(): Promise<void>;
  /** Notes a refusal in the team's audit log. Nothing of the response is kept. */
  noteRefusal(refusal: SsoRefused, address: string): Promise<void>;
}

export interface SsoOptions {
  readonly records: SsoRecords;
  readonly teams: Pick<Teams, "entry" | "members" | "team" | "note">;
  readonly messages: SsoMessages;
  readonly readTextRecords: ReadTextRecords;
  /** Without an ending slash. */
  readonly publicUrl: string;
  /** The domain whose accounts are staff. */
  readonly staffDomain: string | undefined;
  readonly now: () => number;
  readonly limits?: Pick<Limits, "ssoDomainsPerTeam" | "ssoSignInMs" | "ssoSignInsPerTeam">;
}

export function createSso(options: SsoOptions): Sso {
  return new RecordedSso(options);
}

const recordName = "weft-verification=";

class RecordedSso implements Sso {
  readonly #options: SsoOptions;
  readonly #limits: NonNullable<SsoOptions["limits"]>;
  readonly #staffDomain: string | undefined;

  constructor(options: SsoOptions) {
    this.#options = options;
    this.#limits = options.limits ?? platformLimits;
    this.#staffDomain = options.staffDomain === undefined ? undefined : domainOf(options.staffDomain);
  }

  service(team: string): ServiceProvider {
    const url = `${this.#options.publicUrl}/internal/auth/sso/${team}`;
    // The entity id is the address of the metadata, as SAML recommends.
    return { entityId: `${url}/metadata`, acsUrl: `${url}/acs`, metadataUrl: `${url}/metadata` };
  }

  async settings(team: string): Promise<SsoSettings> {
    const { records } = this.#options;
    const [connection, domains, test, breakGlass] = await Promise.all([
      records.connection(team),
      records.domains(team),
      records.test(team),
      records.breakGlass(team),
    ]);
    return { service: this.service(team), connection, domains, test, breakGlass };
  }

  async connect(actor: Actor, team: string, provider: IdentityProvider & { attributes: SsoAttributes }) {
    const { records, now, publicUrl } = this.#options;
    // Where this server is reached over HTTPS, nothing on the way may change what users see when they sign in.
    if (publicUrl.startsWith("https:") && !provider.signInUrl.startsWith("https:"))
      throw new WeftError("UNPROCESSABLE_ENTITY", { message: "Value at key 'signInUrl': must begin with https://." });
    const known = await records.connection(team);
    const action = known === undefined ? "sso.connected" : "sso.connectionChanged";
    await records.putConnection(
      { ...provider, team, updatedAt: now() },
      this.#noted(team, actor, action, { kind: "sso", id: team, name: provider.entityId }),
    );
  }

  async disconnect(actor: Actor, team: string): Promise<void> {
    const effects = this.#noted(team, actor, "sso.disconnected", { kind: "sso", id: team });
    if (!(await this.#options.records.deleteConnection(team, effects))) throw missing("Connection");
  }

  async claim(actor: Actor, team: string, typed: string): Promise<void> {
    const { records, now } = this.#options;
    const domain = domainOf(typed);
    if (domain === undefined)
      throw new WeftError("UNPROCESSABLE_ENTITY", {
        message: "Value at key 'domain': must be a domain, as in example.com.",
      });
    this.#refuseStaffDomain(domain);
    if ((await records.domains(team)).some((claim) => claim.domain === domain)) return;
    await this.#refuseTaken(team, domain);
    const record = recordName + randomBytes(24).toString("base64url");
    const added = await records.addDomain(
      { team, domain, record, createdAt: now() },
      this.#limits.ssoDomainsPerTeam,
      this.#noted(team, actor, "sso.domainClaimed", { kind: "domain", id: domain, name: domain }),
    );
    if (!added && !(await records.domains(team)).some((claim) => claim.domain === domain))
      throw new WeftError("CONFLICT", {
        message: `A team claims at most ${this.#limits.ssoDomainsPerTeam} domains.`,
        suggestion: "Remove one that is no longer used.",
      });
  }

  async verify(actor: Actor, team: string, domain: string): Promise<void> {
    const { records, readTextRecords, now } = this.#options;
    const claim = (await records.domains(team)).find((candidate) => candidate.domain === domain);
    if (claim === undefined) throw missing("Domain");
    if (claim.verifiedAt !== undefined) return;
    this.#refuseStaffDomain(domain);
    let texts: readonly string[];
    try {
      texts = await readTextRecords(domain);
    } catch (cause) {
      throw new WeftError("CONFLICT", {
        message: `The name servers of ${domain} didn't answer.`,
        suggestion: "Check the domain, then try again in a few minutes.",
        cause,
      });
    }
    if (!texts.some((text) => text.trim() === claim.record))
      throw new WeftError("CONFLICT", {
        message: texts.some((text) => text.trim().startsWith(recordName))
          ? `${domain} has a verification record with another value.`
          : `${domain} has no verification record yet.`,
        suggestion: "Add the TXT record as shown. New records can take up to an hour to appear.",
      });
    const effects = this.#noted(team, actor, "sso.domainVerified", { kind: "domain", id: domain, name: domain });
    if (await records.verifyDomain(team, domain, now(), effects)) return;
    await this.#refuseTaken(team, domain);
    throw missing("Domain");
  }

  async release(actor: Actor, team: string, domain: string): Promise<void> {
    const { records } = this.#options;
    const effects = this.#noted(team, actor, "sso.domainRemoved", { kind: "domain", id: domain, name: domain });
    if (await records.removeDomain(team, domain, effects)) return;
    if (!(await records.domains(team)).some((claim) => claim.domain === domain)) throw missing("Domain");
    throw new WeftError("CONFLICT", {
      message: "Single sign-on is required for this domain.",
      suggestion: "Stop requiring single sign-on first, or verify another domain.",
    });
  }

  async enforce(actor: Actor, team: string, breakGlass: readonly string[]): Promise<void> {
    const { records, teams } = this.#options;
    const effects = this.#noted(team, actor, "sso.enforced", { kind: "sso", id: team });
    if (await records.enforce(team, [...new Set(breakGlass)], effects)) return;
    const { connection, domains, test } = await this.settings(team);
    const refuse = (message: string, suggestion: string) => {
      throw new WeftError("CONFLICT", { message, suggestion });
    };
    if (connection === undefined) refuse("There is no connection.", "Connect your identity provider first.");
    if (domains.every(({ verifiedAt }) => verifiedAt === undefined))
      refuse("No domain is verified.", "Verify the domain of your members' addresses first.");
    if (test === undefined && connection?.enforced !== true)
      refuse("The connection hasn't been tested.", "Make a successful test sign-in first.");
    const owners = new Set(
      (await teams.members(team)).filter(({ role }) => role === "owner").map(({ person }) => person.id),
    );
    if (breakGlass.length === 0 || !breakGlass.every((id) => owners.has(id)))
      refuse("Break-glass owners must be owners of the team.", "Choose at least one owner.");
    refuse("The settings have changed.", "Try again.");
  }

  async stopEnforcing(actor: Actor, team: string): Promise<void> {
    await this.#options.records.stopEnforcing(
      team,
      this.#noted(team, actor, "sso.enforcementStopped", { kind: "sso", id: team }),
    );
  }

  async begin(email: string, next: string, browser: string, network?: string): Promise<BegunSignIn> {
    const domain = emailDomain(email);
    const claim = domain === undefined ? undefined : await this.#options.records.verifiedDomain(domain);
    if (claim === undefined || claim.domain === this.#staffDomain) throw new SsoRefused("unknownDomain");
    const { team } = claim;
    const connection = await this.#options.records.connection(team);
    if (connection === undefined) throw new SsoRefused("notSetUp", { team });
    return this.#send(connection, { next, browser: hashOf(browser), network });
  }

  async beginTest(actor: Actor, team: string, next: string): Promise<BegunSignIn> {
    const connection = await this.#options.records.connection(team);
    if (connection === undefined)
      throw new WeftError("CONFLICT", {
        message: "There is no connection.",
        suggestion: "Connect your identity provider first.",
      });
    return this.#send(connection, { next, tester: actor.person.id });
  }

  async isTest(relayState: string): Promise<boolean> {
    return (await this.#options.records.signIn(hashOf(relayState)))?.tester !== undefined;
  }

  async receive(team: string, relayState: string, response: string): Promise<void> {
    const { records, messages, now } = this.#options;
    const signIn = await this.#underWay(team, relayState);
    try {
      const connection = await records.connection(team);
      if (connection === undefined) throw new SsoRefused("notSetUp", { team });
      const profile = await messages.profile(connection, this.service(team), response, signIn.requestId);
      await this.#checkAddress(team, profile.email);
      if (!(await records.answerSignIn(signIn.id, profile, now()))) throw new SsoRefused("used", { team });
    } catch (error) {
      const refused = error instanceof SsoRefused ? error : undefined;
      // What was accepted before is left to its browser.
      if (refused?.reason !== "used") await records.dropSignIn(signIn.id);
      throw refused === undefined ? error : new SsoRefused(refused.reason, { team, cause: refused.cause });
    }
  }

  async arrive(
    relayState: string,
    { browser, actor }: { readonly browser: string | undefined; readonly actor: Actor | undefined },
  ): Promise<ArrivedSignIn> {
    const { records, now } = this.#options;
    const signIn = await records.signIn(hashOf(relayState));
    if (signIn === undefined) throw new SsoRefused("unsolicited");
    const { id, team, tester, profile, next } = signIn;
    if (tester === undefined && (browser === undefined || hashOf(browser) !== signIn.browser))
      throw new SsoRefused("otherBrowser", { team });
    if (tester !== undefined && actor?.person.id !== tester) throw new SsoRefused("otherAccount", { team });
    if (signIn.state === "ended") throw new SsoRefused("used", { team });
    if (signIn.expiresAt <= now()) throw new SsoRefused("expired", { team });
    if (profile === undefined || !(await records.endSignIn(id))) throw new SsoRefused("used", { team });
    // The domain may have been given up meanwhile.
    await this.#checkAddress(team, profile.email);
    if (tester !== undefined && actor !== undefined)
      await records.putTest(
        { team, person: tester, at: now(), profile },
        this.#noted(team, actor, "sso.tested", { kind: "sso", id: team, name: profile.email }),
      );
    return { team, profile, next, isTest: tester !== undefined };
  }

  sweep(): Promise<void> {
    return this.#options.records.dropExpiredSignIns(this.#options.now());
  }

  async noteRefusal({ team, reason }: SsoRefused, address: string): Promise<void> {
    if (team === undefined || (await this.#options.teams.team(team)) === undefined) return;
    await this.#options.teams.note(team, { address }, "sso.refused", { kind: "sso", id: reason });
  }

  async #send(
    connection: SsoConnection,
    by: Pick<SsoSignIn, "next" | "browser" | "tester" | "network">,
  ): Promise<BegunSignIn> {
    const { records, messages, now } = this.#options;
    const { team } = connection;
    const relayState = randomBytes(32).toString("base64url");
    const { url, requestId } = await messages.request(connection, this.service(team), relayState);
    const createdAt = now();
    const expiresAt = createdAt + this.#limits.ssoSignInMs;
    const signIn: SsoSignIn = { ...by, id: hashOf(relayState), team, requestId, createdAt, expiresAt, state: "open" };
    // The team was deleted meanwhile.
    if (!(await records.addSignIn(signIn, this.#limits.ssoSignInsPerTeam))) throw new SsoRefused("notSetUp");
    return { url };
  }

  /** The sign-in that a response of this team's identity provider answers. */
  async #underWay(team: string, relayState: string): Promise<SsoSignIn> {
    const signIn = await this.#options.records.signIn(hashOf(relayState));
    if (signIn?.team !== team) throw new SsoRefused("unsolicited", { team });
    if (signIn.state !== "open") throw new SsoRefused("used", { team });
    if (signIn.expiresAt <= this.#options.now()) throw new SsoRefused("expired", { team });
    return signIn;
  }

  /** An identity provider vouches for addresses of its team's verified domains alone. */
  async #checkAddress(team: string, email: string): Promise<void> {
    const domain = emailDomain(email);
    const claim = domain === undefined ? undefined : await this.#options.records.verifiedDomain(domain);
    if (claim?.team !== team || claim.domain === this.#staffDomain) throw new SsoRefused("otherDomain", { team });
  }

  #refuseStaffDomain(domain: string): void {
    if (domain !== this.#staffDomain) return;
    throw new WeftError("CONFLICT", {
      message: `${domain} belongs to the operator of this server.`,
      suggestion: "Its accounts are staff, who sign in with a password, a passkey or a social account.",
    });
  }

  async #refuseTaken(team: string, domain: string): Promise<void> {
    const claim = await this.#options.records.verifiedDomain(domain);
    if (claim === undefined || claim.team === team) return;
    throw new WeftError("CONFLICT", {
      message: `Another team has verified ${domain}.`,
      suggestion: "Ask its owners to remove the domain, or contact the operator of this server.",
    });
  }

  #noted(...of: Parameters<Teams["entry"]>) {
    return { audit: [this.#options.teams.entry(...of)] };
  }
}

function missing(what: string): WeftError {
  return new WeftError("NOT_FOUND", { message: `${what} not found.`, suggestion: "Check the id." });
}

/** A fast hash is enough: there are 256 bits to guess. */
function hashOf(secret: string): string {
  return hash("sha256", secret, "hex");
}
