/** The most common passwords of eight characters or more. */
const commonPasswords: ReadonlySet<string> = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pa55word passwort passwort1
  motdepasse contrasena 12345678 123456789 1234567890 12345678910 123123123 11111111 111111111 1111111111 00000000
  0000000000 22222222 55555555 66666666 77777777 88888888 99999999 87654321 987654321 9876543210 0987654321 12341234
  12344321 11223344 112233445566 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1zaq1 q1w2e3r4
  q1w2e3r4t5 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwertzui qwertzuiop azertyuiop asdfghjk
  asdfghjkl zxcvbnm1 zxcvbnm123 asdf1234 abcd1234 abc12345 abc123456 a1b2c3d4 aa123456 aaaaaaaa abcdefgh abcdefghi
  iloveyou iloveyou1 iloveyou2 sunshine princess football baseball basketball superman batman123 starwars pokemon1
  trustno1 whatever computer internet samsung1 michelle jennifer jessica1 charlie1 michael1 danielle elizabeth
  jonathan maverick mercedes corvette swordfish butterfly chocolate blink182 liverpool chelsea1 arsenal1 letmein1
  letmein123 welcome1 welcome12 welcome123 changeme changeme1 changeme123 administrator admin123 admin1234 admin12345
  root1234 rootroot test1234 testtest testing1 testing123 guest123 default1 secret123 master123 monkey123 dragon123
  shadow123 qazwsxedc 147258369 159753456 741852963 789456123 963852741 13579246 a12345678 1234qwer qwer1234
  password! password1! welcome1! summer2024 summer2025 summer2026 winter2024 winter2025 winter2026
  collaboration`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase());
}
