import { findPerson, infoOf, listPeople } from "../../../auth/people.ts";
import { currentUser } from "../../../auth/session.ts";
import { accessOf } from "../../../documents/access.ts";
import { findDocument } from "../../../documents/documents.ts";

/**
 * `?id=ada&id=ben`: names, colors and pictures, in this order. `?document=…&search=…`: the ids of people to mention in a document,
 * who are those with access to it.
 */
export async function GET(request: Request): Promise<Response> {
  const user = await currentUser();
  if (user === null) return Response.json([], { status: 401 });
  const query = new URL(request.url).searchParams;
  const documentId = query.get("document");
  if (documentId === null) {
    const people = await Promise.all(query.getAll("id").map(findPerson));
    return Response.json(people.map((person) => (person === undefined ? null : infoOf(person))));
  }

  const document = await findDocument(documentId);
  if (document === null || accessOf(document.accesses, user) === "none") return Response.json([], { status: 404 });
  const search = (query.get("search") ?? "").toLowerCase();
  const found = (await listPeople()).filter(
    (person) => person.name.toLowerCase().includes(search) && accessOf(document.accesses, person) !== "none",
  );
  return Response.json(found.map(({ id }) => id));
}
