// @vitest-environment jsdom
import { cleanup, fireEvent, render, waitFor } from "@testing-library/react";
import { createClient } from "@weft/client";
import { createWeftContext } from "@weft/react";
import type { ReactElement } from "react";
import { afterEach, expect, test } from "vitest";
import { Avatar } from "./avatar.tsx";

afterEach(cleanup);

function show(avatar: ReactElement) {
  const client = createClient({
    publicApiKey: "pk_test",
    resolveUsers: ({ userIds }) =>
      userIds.map((id) => (id === "ada" ? { name: "Ada King Lovelace", color: "#ffffff" } : undefined)),
    resolveGroupsInfo: ({ groupIds }) => groupIds.map((id) => ({ name: `Group ${id}`, avatar: `/${id}.png` })),
  });
  const { WeftProvider } = createWeftContext(client);
  const { container } = render(<WeftProvider>{avatar}</WeftProvider>);
  return container.querySelector<HTMLElement>(".lb-avatar")!;
}

test("[UI106] an avatar is a picture, and the initials of the name without one", () => {
  const avatar = show(<Avatar src="/a.png" name="élise b. Dupont" className="mine" />);
  expect(avatar.querySelector("img")!.getAttribute("src")).toBe("/a.png");
  fireEvent.error(avatar.querySelector("img")!);
  expect([avatar.textContent, avatar.getAttribute("aria-label")]).toEqual(["ÉD", "élise b. Dupont"]);
  expect(avatar.className).toBe("lb-root lb-avatar mine");
  expect([avatar.getAttribute("tabindex"), avatar.hasAttribute("data-outline")]).toEqual([null, false]);
});

test("[UI106] an avatar has a color, an outline, a tooltip, and any content", () => {
  const outline = { color: "red", width: 3, gap: "1em" };
  const avatar = show(
    <Avatar name="Ada" color="#000" tooltip="Ada" outline={outline}>
      ?
    </Avatar>,
  );
  expect(avatar.textContent).toBe("?");
  expect(avatar.tabIndex).toBe(0);
  const styles = ["background", "foreground", "outline-color", "outline-width", "outline-gap"].map((name) =>
    avatar.style.getPropertyValue(`--lb-avatar-${name}`),
  );
  expect(styles).toEqual(["#000", "#ffffff", "red", "3px", "1em"]);
});

test("[UI107] an avatar shows what the application knows of a user or a group, and says while it loads", async () => {
  const ada = show(<Avatar userId="ada" />);
  expect([ada.hasAttribute("data-loading"), ada.textContent]).toEqual([true, ""]);
  await waitFor(() => expect(ada.textContent).toBe("AL"));
  expect(ada.hasAttribute("data-loading")).toBe(false);
  expect(ada.style.getPropertyValue("--lb-avatar-foreground")).toBe("#000000");
  const ben = show(<Avatar userId="ben" />);
  await waitFor(() => expect(ben.textContent).toBe("B"));
  const group = show(<Avatar groupId="staff" />);
  await waitFor(() => expect(group.querySelector("img")?.getAttribute("src")).toBe("/staff.png"));
  expect(group.getAttribute("aria-label")).toBe("Group staff");
});
