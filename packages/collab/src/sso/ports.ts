import type { SsoConnection, SsoProfile } from "./sso-records.ts";

/** What of this server an identity provider must know. */
export interface ServiceProvider {
  readonly entityId: string;
  readonly acsUrl: string;
  readonly metadataUrl: string;
}

/** The messages of the sign-in protocol. */
export interface SsoMessages {
  /** The identity provider's page, with a request that its response must name. */
  request(
    connection: SsoConnection,
    service: ServiceProvider,
    relayState: string,
  ): Promise<{ readonly url: string; readonly requestId: string }>;
  /** Reads a response. @throws SsoRefused unless it is signed, in time, for this service, and answers the request. */
  profile(
    connection: SsoConnection,
    service: ServiceProvider,
    response: string,
    requestId: string,
  ): Promise<SsoProfile>;
}

/** The TXT records of a domain, each as one text; none for a domain without any. Rejects if name servers do not answer. */
export type ReadTextRecords = (domain: string) => Promise<readonly string[]>;
