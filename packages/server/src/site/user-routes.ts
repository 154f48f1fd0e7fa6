import type { ThreadHead, ThreadPart, UserErasureRecord, UserProfile } from "@weft/collab";
import {
  eraseUser,
  getErasure,
  getProjectUser,
  isStorable,
  limits,
  listErasures,
  listProjectUsers,
  listProjectUserThreads,
  textOf,
  WeftError,
} from "@weft/protocol";
import type { UserErasure } from "@weft/protocol";
import { instantOf } from "./describe-project.ts";
import { audited, implementSite, siteRoutesOf } from "./site-route.ts";
import { fullName, namesIn } from "./team-names.ts";

/** The users of a project, and their erasure. */
export const userRoutes = siteRoutesOf(
  implementSite(listProjectUsers, async ({ project, query }, { users }) => {
    const [page, connected] = await Promise.all([users.list(project.id, query), users.connected(project.id)]);
    return {
      data: page.users.map((user) => {
        const rooms = connected.roomsOf(user.id);
        return {
          id: user.id,
          ...profileOf(user),
          firstSeenAt: iso(user.firstSeenAt),
          lastSeenAt: iso(user.lastSeenAt),
          connected: connected.has(user.id) ?? null,
          connections: rooms.reduce((sum, { connections }) => sum + connections, 0),
          connectedRooms: rooms.length,
        };
      }),
      nextCursor: page.nextCursor,
    };
  }),

  implementSite(getProjectUser, async ({ project, path, membership }, { users, userErasures, site }) => {
    const [user, visited, connected, erasure] = await Promise.all([
      users.find(project.id, path.userId),
      users.visitedRooms(project.id, path.userId),
      users.connected(project.id),
      isStorable(path.userId) ? userErasures.underWay(project.id, path.userId) : undefined,
    ]);
    return {
      id: path.userId,
      ...profileOf(user),
      seen: user === undefined ? null : { firstAt: iso(user.firstSeenAt), lastAt: iso(user.lastSeenAt) },
      connected: connected.has(path.userId) ?? null,
      connectedRooms: connected
        .roomsOf(path.userId)
        .slice(0, limits.pageSizeMax)
        .map(({ room, connections }) => ({ roomId: room, connections })),
      visitedRooms: visited.map(({ room, enteredAt }) => ({ roomId: room, enteredAt: iso(enteredAt) })),
      erasure: erasure === undefined ? null : describeErasure(erasure, await namesIn(membership.team.id, site)),
    };
  }),

  implementSite(listProjectUserThreads, async ({ project, path, query }, { threadLists }) => {
    if (!isStorable(path.userId)) return { data: [], nextCursor: null };
    const { limit, cursor } = query;
    const page = { limit, ...(cursor !== undefined && { cursor }), mayRead: () => true };
    const { threads, nextCursor } = await threadLists.pageOfUser(project.id, path.userId, page);
    return { data: await describeThreads(threadLists.contents(project.id, threads), path.userId), nextCursor };
  }),

  implementSite(eraseUser, async ({ account, project, membership, path, body }, { userErasures, site }) => {
    if (project.deletesAt !== undefined) throw new WeftError("PROJECT_CLOSED");
    if (body.userId !== path.userId)
      throw new WeftError("CONFLICT", {
        message: "The id does not match the user's.",
        suggestion: "Type the user's id as it is shown.",
      });
    // The entry does not name the user: it stays when they are erased.
    const effects = audited(site, membership.team.id, account, "project.userErased");
    const record = await userErasures.request(project.id, path.userId, account.person.id, effects(project));
    return describeErasure(record, () => fullName(account.person));
  }),

  implementSite(listErasures, async ({ project, membership }, { userErasures, site }) => {
    const nameOf = await namesIn(membership.team.id, site);
    return (await userErasures.list(project.id)).map((record) => describeErasure(record, nameOf));
  }),

  implementSite(getErasure, async ({ project, membership, path }, { userErasures, site }) =>
    describeErasure(await userErasures.find(project.id, path.erasureId), await namesIn(membership.team.id, site)),
  ),
);

const profileOf = ({ name, avatar, color }: UserProfile = {}) => ({
  name: name ?? null,
  avatar: avatar ?? null,
  color: color ?? null,
});
const iso = (at: number) => new Date(at).toISOString();
/** Characters of a comment that a list shows. */
const excerptLength = 200;

function describeErasure(record: UserErasureRecord, nameOf: (account: string) => string | null): UserErasure {
  return {
    id: record.id,
    userId: record.userId ?? null,
    state: record.state,
    requestedAt: iso(record.requestedAt),
    requestedBy: nameOf(record.requestedBy),
    stepsDone: record.stepsDone,
    stepsTotal: record.stepsTotal,
    isCheckedAgain: record.rounds > 0,
    finishedAt: instantOf(record.finishedAt),
    failure: record.failure ?? null,
  };
}

/** Threads with how much of them is the user's. Only what is shown is held while the comments are read. */
async function describeThreads(parts: AsyncIterable<ThreadPart>, userId: string) {
  const found: ReturnType<typeof begin>[] = [];
  for await (const { thread, comments, isFirst } of parts) {
    if (isFirst) found.push(begin(thread));
    const shown = found.at(-1)!;
    const left = comments.flatMap(({ body, ...comment }) => (body === undefined ? [] : [{ ...comment, body }]));
    found[found.length - 1] = {
      ...shown,
      excerpt:
        shown.comments > 0 || left[0] === undefined ? shown.excerpt : textOf(left[0].body).slice(0, excerptLength),
      comments: shown.comments + left.length,
      ownComments: shown.ownComments + left.filter((comment) => comment.userId === userId).length,
    };
  }
  return found;
}

function begin({ id, room, resolved, visibility, createdAt, updatedAt }: ThreadHead) {
  return {
    id,
    roomId: room as string,
    resolved,
    visibility,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    comments: 0,
    ownComments: 0,
    excerpt: "",
  };
}
