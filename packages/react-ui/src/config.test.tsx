// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import type { ComponentPropsWithoutRef, ComponentType } from "react";
import { afterEach, expect, test } from "vitest";
import { useComponents, useOverrides, WeftUiConfig } from "./config.tsx";
import { LiveblocksUiConfig } from "./index.ts";
import * as Icon from "./icon.tsx";
import { CommentLink } from "./primitives/comment.tsx";
import { Portal } from "./ui/portal.tsx";

afterEach(cleanup);

function Texts() {
  const { USER_SELF, USER_UNKNOWN, COMPOSER_SEND } = useOverrides({ COMPOSER_SEND: "Go" });
  return <p>{[USER_SELF, USER_UNKNOWN, COMPOSER_SEND].join(" ")}</p>;
}

test("[UI1] texts are those of the component, then of the nearest configuration, and English ones besides", () => {
  expect(LiveblocksUiConfig).toBe(WeftUiConfig);
  render(
    <WeftUiConfig overrides={{ USER_SELF: "outer self", USER_UNKNOWN: "outer unknown", COMPOSER_SEND: "outer send" }}>
      <WeftUiConfig overrides={{ USER_SELF: "inner self", USER_UNKNOWN: undefined }}>
        <Texts />
      </WeftUiConfig>
    </WeftUiConfig>,
  );
  expect(screen.getByText("inner self outer unknown Go")).toBeTruthy();
  cleanup();
  render(<Texts />);
  expect(screen.getByText("you Anonymous Go")).toBeTruthy();
});

test("[UI2] links are rendered by the configured component", () => {
  const Anchor: ComponentType<ComponentPropsWithoutRef<"a">> = ({ children, ...props }) => (
    <a {...props} data-router="">
      {children}
    </a>
  );
  function Used() {
    const { Anchor: Own } = useComponents();
    return <Own href="#own">own</Own>;
  }
  render(
    <WeftUiConfig components={{ Anchor }}>
      <CommentLink href="https://weft.test/">comment</CommentLink>
      <Used />
    </WeftUiConfig>,
  );
  for (const name of ["own", "comment"])
    expect(screen.getByRole("link", { name }).hasAttribute("data-router")).toBe(true);
});

test("[UI2] portals are in the configured container, in the direction of the texts", () => {
  const portalContainer = document.body.appendChild(document.createElement("section"));
  render(
    <WeftUiConfig portalContainer={portalContainer} overrides={{ dir: "rtl" }}>
      <Portal>content</Portal>
    </WeftUiConfig>,
  );
  const portal = screen.getByText("content");
  expect(portal.parentElement).toBe(portalContainer);
  expect([portal.dir, portal.className]).toEqual(["rtl", "lb-root lb-portal"]);
  portalContainer.remove();
});

test("[UI6] there is every icon, a drawing of its own that takes the props of an svg", () => {
  const names =
    "ArrowCornerDownRight ArrowCornerUpRight ArrowDown ArrowUp Attachment Bell BellCrossed Blockquote Bold Check CheckCircle " +
    "ChevronDown ChevronLeft ChevronRight ChevronUp Code Comment Copy Cross Ellipsis Emoji EmojiPlus Globe H1 H2 H3 Italic " +
    "Lengthen ListOrdered ListUnordered Mention Plus QuestionMark Redo Retry Search Send Shorten Sparkles SparklesText Stop " +
    "Strikethrough Text Translate Underline Undo User Users Warning";
  expect(Object.keys(Icon).toSorted()).toEqual(names.split(" ").toSorted());
  const drawings = Object.values(Icon).map((Drawing) => {
    const { container } = render(<Drawing className="mine" data-icon="" />);
    const svg = container.querySelector("svg[data-icon]")!;
    expect([svg.getAttribute("class"), svg.getAttribute("aria-hidden")]).toEqual(["lb-icon mine", "true"]);
    return svg.querySelector("path")!.getAttribute("d");
  });
  expect(new Set(drawings).size).toBe(drawings.length);
});
