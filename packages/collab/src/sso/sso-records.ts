import type { SsoAttributes } from "@weft/protocol";
import type { Effects } from "../effects.ts";

/** How a team signs in through its identity provider. */
export interface SsoConnection {
  readonly team: string;
  /** The identity provider's. */
  readonly entityId: string;
  readonly signInUrl: string;
  /** As PEM. */
  readonly certificates: readonly string[];
  readonly attributes: SsoAttributes;
  readonly updatedAt: number;
  /** Whether members with an address of a verified domain must sign in through it. */
  readonly enforced: boolean;
}

/** A domain that a team claims. */
export interface SsoDomain {
  readonly team: string;
  /** In lower case, in ASCII. */
  readonly domain: string;
  /** The value that its TXT record must have. */
  readonly record: string;
  readonly createdAt: number;
  readonly verifiedAt?: number;
}

/** A user as an identity provider describes them. */
export interface SsoProfile {
  /** In lower case. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Everything that was received, for the owner who tests. */
  readonly attributes: readonly { readonly name: string; readonly values: readonly string[] }[];
}

/** The last successful test of a connection. */
export interface SsoTest {
  readonly team: string;
  /** The owner who made it. */
  readonly person: string;
  readonly at: number;
  readonly profile: SsoProfile;
}

/** A sign-in under way: from the request to the identity provider until its browser is back. */
export interface SsoSignIn {
  /** The hash of what travels as RelayState. */
  readonly id: string;
  readonly team: string;
  /** The id of the request, which the response must name. */
  readonly requestId: string;
  /** The hash of the secret in the browser's cookie; none for a test, which belongs to a session. */
  readonly browser?: string;
  /** The owner who tests; undefined for a real sign-in. */
  readonly tester?: string;
  /** A path of this site. */
  readonly next: string;
  /** The network of the caller who began it. */
  readonly network?: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** `answered`: its response was accepted, and its browser is on its way back. */
  readonly state: "open" | "answered" | "ended";
  /** While it is answered. */
  readonly profile?: SsoProfile;
}

/** Where single sign-on is kept. Each change is decided and made at once, and together with its effects. */
export interface SsoRecords {
  connection(team: string): Promise<SsoConnection | undefined>;
  /** Keeps whether it is enforced, and drops its test and the sign-ins under way. */
  putConnection(connection: Omit<SsoConnection, "enforced">, effects?: Effects): Promise<void>;
  /** Also ends its enforcement, and deletes its test and the sign-ins under way. False if there is none. */
  deleteConnection(team: string, effects?: Effects): Promise<boolean>;

  /** In the order of their names. */
  domains(team: string): Promise<readonly SsoDomain[]>;
  /** The claim by which a domain was verified: there is at most one. */
  verifiedDomain(domain: string): Promise<SsoDomain | undefined>;
  /** False if the team claims it already, or has as many as it may have. */
  addDomain(domain: SsoDomain, limit: number, effects?: Effects): Promise<boolean>;
  /** False if the claim is gone, or another team has verified the domain. */
  verifyDomain(team: string, domain: string, at: number, effects?: Effects): Promise<boolean>;
  /** False if there is no such claim, or it is the last verified one while single sign-on is enforced. */
  removeDomain(team: string, domain: string, effects?: Effects): Promise<boolean>;

  test(team: string): Promise<SsoTest | undefined>;
  putTest(test: SsoTest, effects?: Effects): Promise<void>;

  /** The ids of the owners who are not held to it. */
  breakGlass(team: string): Promise<readonly string[]>;
  /**
   * Enforces single sign-on with exactly these break-glass owners. False unless the connection was tested or is enforced
   * already, a domain is verified, and each of them, at least one, is an owner.
   */
  enforce(team: string, breakGlass: readonly string[], effects?: Effects): Promise<boolean>;
  /** False if it is not enforced. */
  stopEnforcing(team: string, effects?: Effects): Promise<boolean>;

  /** Deletes those whose time is over. */
  dropExpiredSignIns(now: number): Promise<void>;
  /**
   * Also deletes expired ones. When the team has as many under way as it may have, one of the network that has the most of
   * them makes room, so that no stranger can keep others from signing in. False if there is no such team.
   */
  addSignIn(signIn: SsoSignIn, limit: number): Promise<boolean>;
  signIn(id: string): Promise<SsoSignIn | undefined>;
  /** False unless it is open and has not expired: a response is accepted once. */
  answerSignIn(id: string, profile: SsoProfile, now: number): Promise<boolean>;
  /** Ends one that is answered, and forgets the profile. False unless it was answered: its browser comes back once. */
  endSignIn(id: string): Promise<boolean>;
  /** Ends one whatever its state: its response was refused. */
  dropSignIn(id: string): Promise<void>;
}
