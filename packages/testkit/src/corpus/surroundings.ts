/** What stands between a server and its users, and what it is started by. */

/** Headers that proxies add to a request for `https://weft.example/`, which reaches the server as plain HTTP. */
export const proxyHeaders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  nginx: {
    "x-real-ip": "203.0.113.7",
    "x-forwarded-for": "203.0.113.7",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "weft.example",
    "x-forwarded-port": "443",
  },
  "two proxies": { "x-forwarded-for": "203.0.113.7, 198.51.100.9", "x-forwarded-proto": "https,http" },
  "a proxy that speaks RFC 7239": {
    forwarded: 'for="[2001:db8::7]:4711";proto=https;host=weft.example, for=198.51.100.9',
  },
  "a client that makes headers up": { "x-forwarded-for": "127.0.0.1, unknown, 10.0.0.1", "x-real-ip": "::1" },
  "an address with its port": { "x-forwarded-for": "203.0.113.7:51234", "x-forwarded-proto": "HTTPS" },
  "a content delivery network": {
    "cdn-loop": "cdn.example; loops=1",
    "cf-connecting-ip": "203.0.113.7",
    "cf-visitor": '{"scheme":"https"}',
    "x-forwarded-for": "203.0.113.7",
    "x-forwarded-proto": "https",
    via: "1.1 cdn.example",
    "x-request-id": "not a UUID, and with a comma",
    traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  },
};

/** Variables that Kubernetes sets in each container, where a service is named `weft`: they look like settings of Weft. */
export const kubernetesVariables: Readonly<Record<string, string>> = {
  KUBERNETES_SERVICE_HOST: "10.96.0.1",
  KUBERNETES_SERVICE_PORT: "443",
  KUBERNETES_PORT: "tcp://10.96.0.1:443",
  WEFT_SERVICE_HOST: "10.96.44.12",
  WEFT_SERVICE_PORT: "7070",
  WEFT_SERVICE_PORT_HTTP: "7070",
  WEFT_PORT: "tcp://10.96.44.12:7070",
  WEFT_PORT_7070_TCP: "tcp://10.96.44.12:7070",
  WEFT_PORT_7070_TCP_ADDR: "10.96.44.12",
  WEFT_PORT_7070_TCP_PORT: "7070",
  WEFT_PORT_7070_TCP_PROTO: "tcp",
  WEFT_DATABASE_SERVICE_HOST: "10.96.44.13",
  WEFT_DATABASE_PORT: "tcp://10.96.44.13:5432",
  HOSTNAME: "weft-6c9d8f7b5-x2x7k",
};

/** `User-Agent` headers of browsers, programs and robots. */
export const userAgents: readonly string[] = [
  "",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
  "curl/8.14.1",
  "node",
  "kube-probe/1.34",
  "Mozilla/5.0 (compatible; examplebot/2.1; +http://example.com/bot.html)",
  "Приложение/1.0 (тест)",
  "<script>alert(1)</script>",
  "() { :; }; echo vulnerable",
  "Mozilla/5.0 ".repeat(80),
];

/** `Accept-Language` headers: what browsers send, and what they do not. */
export const acceptLanguages: readonly string[] = [
  "",
  "*",
  "de-CH, de;q=0.9, en;q=0.8, *;q=0.5",
  "zh-Hant-TW",
  "i-klingon",
  "en;q=0, de;q=2",
  "_, -, ;;q=,",
  "en,".repeat(1_000),
];
