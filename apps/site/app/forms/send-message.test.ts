import { afterEach, expect, test, vi } from "vitest";
import { sendMessage } from "./send-message.ts";
import type { MessageRoute } from "./send-message.ts";

afterEach(() => vi.unstubAllGlobals());

const ada = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", message: "Hello" };
const bodies = {
  "POST /internal/contact/support": { ...ada, honeypot: "" },
  "POST /internal/contact/sales": {
    ...ada,
    companySize: "10-100",
    role: "Other",
    extra: "",
    hasBookedMeeting: false,
    route: "/contact",
  },
  "POST /internal/feedback": {
    user: { name: "Ada", email: ada.email },
    message: "Hello",
    route: "/",
    wasItHelpful: null,
    sentFromFeedbackButton: true,
    sentFromAi: false,
  },
} as const;

for (const route of Object.keys(bodies) as MessageRoute[]) {
  const answered = (status: number, text: string) => {
    const fetched = vi.fn<typeof fetch>(async () => new Response(status === 204 ? null : text, { status }));
    vi.stubGlobal("fetch", fetched);
    return sendMessage(route, bodies[route]).then(
      () => fetched.mock.calls[0]?.[0],
      () => "failed",
    );
  };

  test(`${route} has arrived with 200, and with no other status`, async () => {
    expect(await answered(200, "{}")).toBe(route.slice("POST ".length));
    for (const status of [201, 202, 203, 204, 206, 300, 400, 404, 422, 429, 500, 503])
      expect([status, await answered(status, "{}")]).toEqual([status, "failed"]);
    expect(await answered(200, "<p>a page of a proxy</p>")).toBe("failed");
  });
}
