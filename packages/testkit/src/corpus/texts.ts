/** Texts as users of the world write them. Every reader has to take all of them. */
export interface SampleText {
  readonly name: string;
  readonly text: string;
  /** What a user searches for in order to find the text. */
  readonly query: string;
}

export const texts: readonly SampleText[] = [
  { name: "English", text: "The refund policy is thirty days.", query: "refund" },
  { name: "simplified Chinese", text: "退款政策是三十天。", query: "退款" },
  { name: "traditional Chinese", text: "退款政策是三十天，請聯絡客服。", query: "聯絡客服" },
  { name: "Chinese beyond the first plane", text: "𠮷野家的菜单在这里。", query: "𠮷野" },
  { name: "Japanese", text: "当社の返金ポリシーは三十日です。", query: "返金ポリシー" },
  { name: "Japanese of half width", text: "ﾍﾝｷﾝﾎﾟﾘｼｰは三十日です。", query: "ヘンキンポリシー" },
  { name: "Korean", text: "환불정책은 30일입니다.", query: "환불" },
  { name: "Korean in decomposed letters", text: "환불정책은 30일입니다.".normalize("NFD"), query: "환불" },
  { name: "Thai", text: "นโยบายการคืนเงินภายในสามสิบวัน", query: "คืนเงิน" },
  { name: "Lao", text: "ນະໂຍບາຍການຄືນເງິນ", query: "ຄືນເງິນ" },
  { name: "Khmer", text: "គោលការណ៍សងប្រាក់វិញ", query: "សងប្រាក់" },
  { name: "Burmese", text: "ငွေပြန်အမ်းမူဝါဒ", query: "ငွေပြန်" },
  { name: "Hindi", text: "धनवापसी नीति तीस दिन की है।", query: "नीति" },
  { name: "Bengali", text: "টাকা ফেরতের নীতি ত্রিশ দিন।", query: "ফেরতের" },
  { name: "Tamil", text: "பணத்தைத் திரும்பப் பெறும் கொள்கை", query: "கொள்கை" },
  { name: "Arabic with vowels", text: "سِيَاسَةُ الِاسْتِرْدَاد ثلاثون يومًا.", query: "سياسة" },
  { name: "Persian with joiners", text: "سیاست بازگشت وجه می\u200cماند.", query: "میماند" },
  { name: "Hebrew with points", text: "מְדִינִיּוּת הַחְזָרִים היא שלושים יום.", query: "מדיניות" },
  { name: "Hebrew with marks of direction", text: "\u202bמדיניות refund\u202c \u2067החזר\u2069", query: "החזר" },
  { name: "Russian", text: "Расчёт возврата за тридцать дней.", query: "расчет" },
  { name: "Greek", text: "Η πολιτική επιστροφής είναι τριάντα ημέρες.", query: "ΠΟΛΙΤΙΚΗ" },
  { name: "Armenian", text: "Վերադարձի քաղաքականություն", query: "վերադարձի" },
  { name: "Georgian", text: "დაბრუნების პოლიტიკა", query: "დაბრუნების" },
  { name: "German", text: "Rückerstattung auf der Straße", query: "ruckerstattung" },
  { name: "German of Switzerland", text: "Die Straße ist gesperrt", query: "strasse" },
  { name: "Polish", text: "Zwrot pieniędzy w Łodzi", query: "lodzi" },
  { name: "Turkish", text: "İSTANBUL iade koşulları ılık", query: "istanbul" },
  { name: "Vietnamese", text: "Chính sách hoàn tiền", query: "hoan tien" },
  { name: "accents in another form", text: "Cafe\u0301 cre\u0300me", query: "café" },
  { name: "Latin of full width", text: "ＲＥＦＵＮＤ　ｐｏｌｉｃｙ", query: "refund" },
  { name: "letters of mathematics", text: "𝐑𝐞𝐟𝐮𝐧𝐝 policy", query: "refund" },
  { name: "ligatures", text: "ﬁnance oﬃce", query: "office" },
  { name: "Latin glued to Chinese", text: "重跑gen-itgc后", query: "itgc" },
  { name: "emoji", text: "Refund 👩🏽‍💻 👨‍👩‍👧‍👦 🇩🇪 1️⃣ ready", query: "ready" },
  { name: "marks without a letter", text: "\u0301\u0308 refund", query: "refund" },
  { name: "many marks on one letter", text: `r${"\u0301\u0316".repeat(40)}efund`, query: "refund" },
  { name: "a soft hyphen", text: "Rück\u00aderstattung", query: "Rückerstattung" },
  { name: "characters that are not drawn", text: "re\u200bfund\u2060 \ufeffpolicy", query: "refund" },
  { name: "line separators", text: "refund\u2028policy\u2029end\u0085next", query: "policy" },
];

/** Half of a character, as programs leave it that cut texts by their units. They are written as escapes in JSON. */
export const loneSurrogates: readonly string[] = ["\ud83d", "\ude00", "refund \ud83d policy", "\ude00\ud83d"];

/** The same, in JSON that is well-formed as bytes. */
export const loneSurrogatesInJson: readonly string[] = loneSurrogates.map((text) => JSON.stringify(text));

/** Names of files as users of all systems give them. */
export const fileNames: readonly string[] = [
  ...texts.map(({ text }) => `${text}.txt`),
  'quotes " and \\ backslashes.txt',
  "line\r\nX-Injected: yes.txt",
  "tab\tand bell\u0007.txt",
  "100% café?&=#;,.txt",
  "../../etc/passwd",
  "C:\\Users\\ada\\report.docx",
  "CON",
  ".htaccess",
  "no extension",
  "many.dots.tar.gz",
  "photo\u202egnp.exe",
  " blanks around ",
  "x".repeat(255),
  "名".repeat(85),
];
