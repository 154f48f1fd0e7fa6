import { readPosts } from "./written.server.tsx";

/** `/blog/posts.json`: every post, newest first, as `GET /internal/blog-posts` chooses from. */
export function loader() {
  return Response.json(readPosts());
}
