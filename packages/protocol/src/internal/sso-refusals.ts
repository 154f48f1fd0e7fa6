/**
 * Why a single sign-on was refused. The reason is in the address of the page that says so, and in the team's audit log.
 * Pages load this file alone, so it imports no schema library.
 */
export const ssoRefusals = {
  unknownDomain: {
    message: "No team on this server uses single sign-on with that email domain.",
    advice: "Check the address, or sign in another way.",
  },
  notSetUp: {
    message: "The team has no single sign-on connection.",
    advice: "Ask an owner of the team, or sign in another way.",
  },
  unsolicited: {
    message: "The sign-in didn't start on this server.",
    advice: "Start from the sign-in page: sign-ins from the app list of your identity provider are not supported.",
  },
  used: {
    message: "This sign-in was already completed.",
    advice: "Start again from the sign-in page.",
  },
  otherBrowser: {
    message: "The sign-in started in another browser.",
    advice: "Start again in this browser, and allow cookies for this site.",
  },
  otherAccount: {
    message: "The test started from another account.",
    advice: "Sign in as the owner who started the test, then test again.",
  },
  expired: {
    message: "The sign-in has expired, or isn't valid yet.",
    advice: "Start again. If it happens again, an owner should check the clock of the identity provider.",
  },
  tooMany: {
    message: "Too many attempts.",
    advice: "Wait 15 minutes, then start again.",
  },
  denied: {
    message: "The identity provider refused the sign-in.",
    advice: "Ask the administrator of your identity provider to give you access to this application.",
  },
  unsigned: {
    message: "The identity provider doesn't sign its assertions.",
    advice: "An owner must turn on signed assertions for this application at the identity provider.",
  },
  wrongSignature: {
    message: "The signature of the identity provider isn't valid.",
    advice: "An owner must update the signing certificate in the team's security settings.",
  },
  weakSignature: {
    message: "The identity provider signs with an algorithm that isn't accepted.",
    advice: "An owner must choose RSA with SHA-256 or SHA-512 at the identity provider. SHA-1 is not accepted.",
  },
  encrypted: {
    message: "The identity provider encrypts its assertions.",
    advice: "An owner must turn off encrypted assertions for this application. Responses already travel over HTTPS.",
  },
  wrongIssuer: {
    message: "The sign-in comes from another identity provider.",
    advice: "An owner must check the identity provider's entity ID in the team's security settings.",
  },
  wrongAudience: {
    message: "The sign-in was issued for another application.",
    advice: "An owner must check the entity ID (audience) of this application at the identity provider.",
  },
  wrongDestination: {
    message: "The sign-in was issued for another address.",
    advice: "An owner must check the ACS URL of this application at the identity provider.",
  },
  malformed: {
    message: "The response of the identity provider can't be read.",
    advice: "Start again. If it happens again, an owner should check the settings at the identity provider.",
  },
  noEmail: {
    message: "The identity provider didn't send an email address.",
    advice: "An owner must send it as an attribute, and check the attribute mapping in the team's security settings.",
  },
  otherDomain: {
    message: "The email address isn't in a verified domain of the team.",
    advice: "An owner must verify the domain in the team's security settings.",
  },
} as const satisfies Readonly<Record<string, { readonly message: string; readonly advice: string }>>;

export type SsoRefusal = keyof typeof ssoRefusals;
