/** How a back end signs a user in, with the key already named. */
export const serverSnippets = (serverUrl: string) =>
  [
    {
      value: "next",
      label: "Next.js",
      file: "app/api/auth/route.ts",
      usesNodePackage: true,
      code: `import { Weft } from "@weft/node";

const weft = new Weft({ secret: process.env.WEFT_SECRET_KEY!, baseUrl: "${serverUrl}" });

export async function POST() {
  const session = weft.prepareSession("user-1", { userInfo: { name: "Ada" } });
  session.allow("*", session.FULL_ACCESS);
  const { status, body } = await session.authorize();
  return new Response(body, { status });
}`,
    },
    {
      value: "express",
      label: "Express",
      file: "server.ts",
      usesNodePackage: true,
      code: `import { Weft } from "@weft/node";
import express from "express";

const weft = new Weft({ secret: process.env.WEFT_SECRET_KEY!, baseUrl: "${serverUrl}" });
const app = express();

app.post("/api/auth", async (request, response) => {
  const session = weft.prepareSession("user-1", { userInfo: { name: "Ada" } });
  session.allow("*", session.FULL_ACCESS);
  const { status, body } = await session.authorize();
  response.status(status).end(body);
});

app.listen(3000);`,
    },
    {
      value: "python",
      label: "Python",
      file: "auth.py",
      usesNodePackage: false,
      code: `import os

import requests


def authorize(user_id: str) -> dict:
    answer = requests.post(
        "${serverUrl}/v2/authorize-user",
        headers={"Authorization": f"Bearer {os.environ['WEFT_SECRET_KEY']}"},
        json={"userId": user_id, "permissions": {"*": ["room:write"]}},
    )
    answer.raise_for_status()
    return answer.json()`,
    },
    {
      value: "curl",
      label: "curl",
      file: "Terminal",
      usesNodePackage: false,
      code: `curl -X POST "${serverUrl}/v2/authorize-user" \\
  -H "Authorization: Bearer $WEFT_SECRET_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "userId": "user-1", "permissions": { "*": ["room:write"] } }'`,
    },
  ] as const;
