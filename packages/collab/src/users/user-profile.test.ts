import { expect, test } from "vitest";
import { profileIn } from "./user-profile.ts";

test("[US6] a profile is the name, the picture and the color of an info, each of a bounded size", () => {
  expect(profileIn({ name: "Ada", avatar: "https://example.com/ada.png", color: "#f00", role: "admin" })).toEqual({
    name: "Ada",
    avatar: "https://example.com/ada.png",
    color: "#f00",
  });
  expect(profileIn({ picture: "http://example.com/ada.png" })).toEqual({ avatar: "http://example.com/ada.png" });
  const long = profileIn({ name: "😀".repeat(500), avatar: `https://a/${"b".repeat(3_000)}`, color: "c".repeat(65) });
  expect(long).toEqual({ name: "😀".repeat(200) });
});

test("[US6] what is no text, or no address, is left out", () => {
  expect(profileIn({ name: 7, avatar: "javascript:alert(1)", color: "red" })).toEqual({ color: "red" });
  expect(profileIn({ name: "A\u0000da", color: "red" })).toEqual({ color: "red" });
  expect(profileIn({ name: "", role: "admin" })).toBeUndefined();
  expect(profileIn(undefined)).toBeUndefined();
});
