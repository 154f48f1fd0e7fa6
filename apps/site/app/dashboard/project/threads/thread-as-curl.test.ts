import { expect, test } from "vitest";
import { threadAsCurl } from "./thread-as-curl.ts";

test("the call names the room and the thread, whatever is in their ids", () => {
  expect(threadAsCurl("https://weft.example.com", { roomId: "it's/a $room", id: "th_1" })).toBe(
    `curl 'https://weft.example.com/v2/rooms/it%27s%2Fa%20%24room/threads/th_1' \\
  -H "Authorization: Bearer $WEFT_SECRET_KEY"`,
  );
});
