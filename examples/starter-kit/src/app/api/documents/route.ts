import { currentUser } from "../../../auth/session.ts";
import { accessOf } from "../../../documents/access.ts";
import { findDocument } from "../../../documents/documents.ts";

/** `?id=…&id=…`: names and addresses of documents, in this order, for the inbox; null for those of others. */
export async function GET(request: Request): Promise<Response> {
  const user = await currentUser();
  if (user === null) return Response.json([], { status: 401 });
  const ids = new URL(request.url).searchParams.getAll("id").slice(0, 50);
  const infos = ids.map(async (id) => {
    const document = await findDocument(id);
    if (document === null || accessOf(document.accesses, user) === "none") return null;
    return { name: document.name, url: `/documents/${id}` };
  });
  return Response.json(await Promise.all(infos));
}
