import type { TestServer } from "@weft/testkit";
import type { EditorName, EditorPage, EditorPages } from "./editor-pages.ts";

/** Opens the page of an editor as a user with an access token, without loading the Node SDK. */
export function openEditorAs(
  userId: string,
  { pages, server, editor, roomId }: { pages: EditorPages; server: TestServer; editor: EditorName; roomId: string },
): Promise<EditorPage> {
  const authorize = async () => {
    const response = await fetch(`${server.url}/v2/authorize-user`, {
      method: "POST",
      headers: { Authorization: `Bearer ${server.secretKey}` },
      body: JSON.stringify({ userId, permissions: { "*": ["*:write"] } }),
    });
    return (await response.json()) as { token: string };
  };
  return pages.open({ editor, baseUrl: server.url, roomId, authorize });
}
