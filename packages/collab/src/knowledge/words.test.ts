import { expect, test } from "vitest";
import { searchWords } from "./search-words.ts";
import { folded, indexedTerms } from "./words.ts";

const finds = (text: string, query: string) => {
  const terms = new Set(indexedTerms(text).split(" "));
  return searchWords(query).some((term) => terms.has(term));
};

test.for([
  ["Chinese", "退款政策是三十天。", "退款"],
  ["Chinese, of one character", "所有商品含税。", "税"],
  ["Chinese beyond the first plane", "𠮷野家的菜单", "𠮷野"],
  ["Japanese", "当社の返金ポリシーは三十日です。", "返金ポリシー"],
  ["Japanese of half width", "ﾎﾟﾘｼｰ", "ポリシー"],
  ["Korean with a particle", "환불정책은 30일입니다.", "환불"],
  ["Korean in decomposed letters", "환불정책".normalize("NFD"), "환불"],
  ["Thai", "นโยบายการคืนเงินภายในสามสิบวัน", "คืนเงิน"],
  ["Lao", "ນະໂຍບາຍການຄືນເງິນ", "ຄືນເງິນ"],
  ["Khmer", "គោលការណ៍សងប្រាក់វិញ", "សងប្រាក់"],
  ["Burmese", "ငွေပြန်အမ်းမူဝါဒ", "ငွေပြန်"],
  ["Latin glued to Chinese", "重跑gen-itgc后", "itgc"],
  ["Chinese glued to Latin", "重跑gen-itgc后", "重跑"],
  ["Latin glued to Korean", "API를 호출합니다", "api"],
  ["Latin of full width", "ＲＥＦＵＮＤ policy", "refund"],
  ["ß", "Die Straße ist gesperrt", "strasse"],
  ["ß in the query", "STRASSE", "Straße"],
  ["umlauts left out", "Rückerstattung innerhalb von 30 Tagen", "ruckerstattung"],
  ["accents in another form", "Café", "Cafe\u0301"],
  ["letters that are not decomposed", "Łódź, Århus, Ørsted, Đà Nẵng", "lodz"],
  ["Vietnamese", "Chính sách hoàn tiền", "hoan tien"],
  ["Turkish", "İSTANBUL ılık", "istanbul"],
  ["ligatures", "ﬁnance oﬃce", "office"],
  ["Greek with a final sigma", "Οδός ΕΠΙΣΤΡΟΦΉΣ", "επιστροφης"],
  ["Russian without ё", "Расчёт возврата", "расчет"],
  ["Hebrew with points", "מְדִינִיּוּת הַחְזָרִים", "מדיניות"],
  ["Arabic with vowels", "سِيَاسَةُ الِاسْتِرْدَاد", "سياسة"],
  ["Persian letters", "سیاست بازگشت وجه", "سياست"],
  ["Persian with a joiner left out", "می\u200cخواهم", "میخواهم"],
  ["Hindi", "धनवापसी नीति तीस दिन की है", "नीति"],
  ["Tamil", "பணத்தைத் திரும்பப் பெறும் கொள்கை", "கொள்கை"],
  ["a soft hyphen", "Rück\u00aderstattung", "Rückerstattung"],
  ["circled digits", "第①章", "1"],
  ["letters in bold", "𝐑𝐞𝐟𝐮𝐧𝐝", "refund"],
] as const)("[KN11] %s is found: %j by %j", ([, text, query]) => {
  expect(finds(text, query)).toBe(true);
});

test.for([
  ["退款政策", "款退"],
  ["退款政策", "运费"],
  ["คืนเงิน", "ส่งของ"],
  ["refund", "fund"],
] as const)("[KN11] a text with other words is not found: %j by %j", ([text, query]) => {
  expect(finds(text, query)).toBe(false);
});

test("[KN11] terms are letters and digits of ASCII, and those that encode others end with a digit", () => {
  const terms = indexedTerms("Refund: 退款 Возврат नीति \ud800 👍🏽 e\u0301 \u0301").split(" ");
  for (const term of terms) expect(term).toMatch(/^([a-z0-9]+|u[0-9]+)$/);
  expect(terms).toContain("refund");
});

test("[KN11] a text in English has the words that it is written with", () => {
  expect(indexedTerms("Don't use useOthers() with snake_case, v2.1!")).toBe("don t use useothers with snake case v2 1");
});

test("folding does not depend on how a text was folded before", () => {
  for (const text of ["Straße", "İı", "ΟΔΟΣ", "ﬃ", "が", "각", "Đ", "①"])
    expect(folded(folded(text))).toBe(folded(text));
});

test("texts without a word have no terms, and long words are cut", () => {
  expect(indexedTerms("?! — …")).toBe("");
  expect(indexedTerms("x".repeat(1_000))).toBe("x".repeat(64));
  expect(searchWords("х".repeat(1_000))).toEqual([indexedTerms("х".repeat(64))]);
});

test("marks in alternating order are read in time that grows with their number", () => {
  // Ordered by their classes, 100,000 of them would be compared with one another.
  const text = `a${"\u0e38\u0e48\u094d\u093c".repeat(100_000)}`;
  expect(indexedTerms(text).length).toBeLessThan(20_000);
});
