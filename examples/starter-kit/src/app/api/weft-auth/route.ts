import { infoOf } from "../../../auth/people.ts";
import { currentUser } from "../../../auth/session.ts";
import { weft } from "../../../weft/weft.ts";

/** Issues ID tokens: they only say who the user is. The accesses of each room decide what they may do there. */
export async function POST(): Promise<Response> {
  const user = await currentUser();
  if (user === null) return Response.json({ error: "forbidden", reason: "Sign in first." }, { status: 403 });
  const { status, body } = await weft().identifyUser(
    { userId: user.id, groupIds: [...user.groupIds] },
    { userInfo: infoOf(user) },
  );
  return new Response(body, { status });
}
