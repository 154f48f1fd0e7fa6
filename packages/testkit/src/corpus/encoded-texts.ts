/** One text in each encoding that files and pages still come in. The bytes were made by another program. */
export interface EncodedText {
  /** As `charset` names it. */
  readonly charset: string;
  readonly text: string;
  /** A word of the text. */
  readonly word: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Texts without a byte order mark. */
export const encodedTexts: readonly EncodedText[] = [
  {
    charset: "gbk",
    text: "退款政策是三十天。如果商品有问题，请在三十天内联系我们的客服。",
    word: "退款",
    bytes: bytesOf("zcu/7tX+st/Kx8j9yq7M7KGjyOe5+8nMxrfT0M7KzOKjrMfr1NrI/cquzOzE2sGqz7XO0sPHtcS/zbf+oaM="),
  },
  {
    charset: "gb18030",
    text: "退款政策是三十天。如果商品有问题，请在三十天内联系我们的客服。",
    word: "退款",
    bytes: bytesOf("zcu/7tX+st/Kx8j9yq7M7KGjyOe5+8nMxrfT0M7KzOKjrMfr1NrI/cquzOzE2sGqz7XO0sPHtcS/zbf+oaM="),
  },
  {
    charset: "shift_jis",
    text: "返金ポリシーは三十日です。商品に問題がある場合はご連絡ください。",
    word: "返金ポリシー",
    bytes: bytesOf("ldSL4IN8g4qDVoFbgs2OT49ck/qCxYK3gUKPpJVpgsmW4pHogqqCoILpj+qNh4LNgrKYQZeNgq2CvoKzgqKBQg=="),
  },
  {
    charset: "euc-jp",
    text: "返金ポリシーは三十日です。商品に問題がある場合はご連絡ください。",
    word: "返金ポリシー",
    bytes: bytesOf("yta24qXdpeqlt6G8pM+7sL29xvykx6S5oaO+psnKpMvM5MLqpKykoqTrvuy556TPpLTPos3tpK+kwKS1pKShow=="),
  },
  {
    charset: "iso-2022-jp",
    text: "返金ポリシーは三十日です。商品に問題がある場合はご連絡ください。",
    word: "返金ポリシー",
    bytes: bytesOf("GyRCSlY2YiVdJWolNyE8JE87MD09RnwkRyQ5ISM+JklKJEtMZEJqJCwkIiRrPmw5ZyRPJDRPIk1tJC8kQCQ1JCQhIxsoQg=="),
  },
  {
    charset: "big5",
    text: "退款政策是三十天。如果商品有問題，請在三十天內聯絡我們的客服。",
    word: "退款",
    bytes: bytesOf("sGi02qxGtaasT6RUpFGk0aFDpnCqR7DTq36ms7Ddw0ShQb3QpmKkVKRRpNGkusFwtbin2q3MqrqryKpBoUM="),
  },
  {
    charset: "euc-kr",
    text: "환불 정책은 삼십일입니다. 문제가 있으면 고객 지원에 연락해 주세요.",
    word: "환불",
    bytes: bytesOf("yK+60iDBpMOlwLogu++9ysDPwNS0z7TZLiC5rsGmsKEgwNbAuLjpILDtsLQgwfa/+L+hIL+stvTH2CDB1ry8v+Qu"),
  },
  {
    charset: "windows-1251",
    text: "Политика возврата действует тридцать дней. Обратитесь в службу поддержки.",
    word: "возврата",
    bytes: bytesOf(
      "z+7r6PLo6uAg4u7n4vDg8uAg5OXp8fLi8+XyIPLw6OT24PL8IOTt5ekuIM7h8ODy6PLl8fwg4iDx6/Pm4fMg7+7k5OXw5uroLg==",
    ),
  },
  {
    charset: "koi8-r",
    text: "Политика возврата действует тридцать дней. Обратитесь в службу поддержки.",
    word: "возврата",
    bytes: bytesOf(
      "8M/MydTJy8Eg18/a19LB1MEgxMXK09TX1cXUINTSycTDwdTYIMTOxcouIO/C0sHUydTF09gg1yDTzNXWwtUg0M/ExMXS1svJLg==",
    ),
  },
  {
    charset: "windows-1252",
    text: "Rückerstattung für Käufer innerhalb von dreißig Tagen – „ohne Gebühr“. Größere Beträge über die Straße.",
    word: "Rückerstattung",
    bytes: bytesOf(
      "Uvxja2Vyc3RhdHR1bmcgZvxyIEvkdWZlciBpbm5lcmhhbGIgdm9uIGRyZWnfaWcgVGFnZW4gliCEb2huZSBHZWL8aHKTLiBHcvbfZXJlIEJldHLkZ2Ug/GJlciBkaWUgU3RyYd9lLg==",
    ),
  },
  {
    charset: "utf-16le",
    text: "退款政策是三十天。如果商品有问题，请在三十天内联系我们的客服。 30 days",
    word: "退款",
    bytes: bytesOf(
      "AJA+az9lVnsvZglOQVMpWQIwglmcZ0ZVwVQJZ+6VmJgM//eLKFcJTkFTKVmFUVSA+3wRYuxOhHaiWw1nAjAgADMAMAAgAGQAYQB5AHMA",
    ),
  },
  {
    charset: "utf-16be",
    text: "返金ポリシーは三十日です。商品に問題がある場合はご連絡ください。 30 days",
    word: "返金ポリシー",
    bytes: bytesOf(
      "j9SR0TDdMOowtzD8MG9OCVNBZeUwZzBZMAJVRlTBMGtVT5hMMEwwQjCLWDRUCDBvMFSQI31hME8wYDBVMEQwAgAgADMAMAAgAGQAYQB5AHM=",
    ),
  },
  {
    charset: "utf-32le",
    text: "Rückerstattung für Käufer innerhalb von dreißig Tagen – „ohne Gebühr“. Größere Beträge über die Straße.",
    word: "Rückerstattung",
    bytes: bytesOf(
      "UgAAAPwAAABjAAAAawAAAGUAAAByAAAAcwAAAHQAAABhAAAAdAAAAHQAAAB1AAAAbgAAAGcAAAAgAAAAZgAAAPwAAAByAAAAIAAAAEsAAADkAAAAdQAAAGYAAABlAAAAcgAAACAAAABpAAAAbgAAAG4AAABlAAAAcgAAAGgAAABhAAAAbAAAAGIAAAAgAAAAdgAAAG8AAABuAAAAIAAAAGQAAAByAAAAZQAAAGkAAADfAAAAaQAAAGcAAAAgAAAAVAAAAGEAAABnAAAAZQAAAG4AAAAgAAAAEyAAACAAAAAeIAAAbwAAAGgAAABuAAAAZQAAACAAAABHAAAAZQAAAGIAAAD8AAAAaAAAAHIAAAAcIAAALgAAACAAAABHAAAAcgAAAPYAAADfAAAAZQAAAHIAAABlAAAAIAAAAEIAAABlAAAAdAAAAHIAAADkAAAAZwAAAGUAAAAgAAAA/AAAAGIAAABlAAAAcgAAACAAAABkAAAAaQAAAGUAAAAgAAAAUwAAAHQAAAByAAAAYQAAAN8AAABlAAAALgAAAA==",
    ),
  },
  {
    charset: "utf-32be",
    text: "Политика возврата действует тридцать дней. Обратитесь в службу поддержки.",
    word: "возврата",
    bytes: bytesOf(
      "AAAEHwAABD4AAAQ7AAAEOAAABEIAAAQ4AAAEOgAABDAAAAAgAAAEMgAABD4AAAQ3AAAEMgAABEAAAAQwAAAEQgAABDAAAAAgAAAENAAABDUAAAQ5AAAEQQAABEIAAAQyAAAEQwAABDUAAARCAAAAIAAABEIAAARAAAAEOAAABDQAAARGAAAEMAAABEIAAARMAAAAIAAABDQAAAQ9AAAENQAABDkAAAAuAAAAIAAABB4AAAQxAAAEQAAABDAAAARCAAAEOAAABEIAAAQ1AAAEQQAABEwAAAAgAAAEMgAAACAAAARBAAAEOwAABEMAAAQ2AAAEMQAABEMAAAAgAAAEPwAABD4AAAQ0AAAENAAABDUAAARAAAAENgAABDoAAAQ4AAAALg==",
    ),
  },
];

/** Texts that begin with a byte order mark. */
export const markedTexts: readonly EncodedText[] = [
  marked("utf-8", [0xef, 0xbb, 0xbf]),
  marked("utf-16le", [0xff, 0xfe]),
  marked("utf-16be", [0xfe, 0xff]),
  marked("utf-32le", [0xff, 0xfe, 0, 0]),
  marked("utf-32be", [0, 0, 0xfe, 0xff]),
];

/** Bytes that are a text in no encoding that they declare, and too few to tell by their frequencies: `退款` in GBK. */
export const undecidableBytes: Uint8Array<ArrayBuffer> = Uint8Array.of(0xcd, 0xcb, 0xbf, 0xee);

function marked(charset: string, mark: readonly number[]): EncodedText {
  const found = encodedTexts.find((each) => each.charset === charset);
  const text = found?.text ?? "返金 Rückerstattung возврат";
  const bytes = found?.bytes ?? new TextEncoder().encode(text);
  return { charset, text, word: found?.word ?? "возврат", bytes: Uint8Array.of(...mark, ...bytes) };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(base64, "base64"));
}
