/** At least 200 URLs that attackers type: each must be refused or made harmless. */
export function hostileLinks(): string[] {
  const payload = "alert(document.cookie)";
  const schemes = [
    ..."javascript data vbscript file ftp blob about mailto tel sms intent ws wss view-source chrome jar"
      .split(" "),
    ..."ssh gopher dict ldap tftp smb telnet git magnet app-settings ms-word itms-apps market content"
      .split(" "),
    ..."JaVaScRiPt java%73cript javascript%3A \tjavascript &#106;avascript httpx https+x http s"
      .split(" "),
  ];
  const inner = [
    ..."localhost 127.0.0.1 127.1 0 0x7f000001 2130706433 0177.0.0.1 [::1] [::] [::ffff:127.0.0.1]"
      .split(" "),
    ..."169.254.169.254 metadata.google.internal 10.0.0.1 192.168.0.1 172.16.0.1 100.64.0.1 [fe80::1]"
      .split(" "),
    ..."[fd00::1] router.local printer intranet 0.0.0.0 localtest.me 127.0.0.1.nip.io 1.1".split(
      " ",
    ),
  ];
  const hosts = [
    ..."аррӏе.com xn--80ak6aa92e.com gооgle.com ｇｏｏｇｌｅ.com ɢoogle.com ⓔⓧample.com faß.de"
      .split(" "),
    ..."example。com example．com paypal.com⁄login.evil.example раураl.com ѕhop.example ａｍａｚｏｎ.de"
      .split(" "),
    ..."amazon.de.evil.example münchen.example ..example.com example..com -a.example a_b.example %2e%2e"
      .split(" "),
    ..."a%00b.example a%0d%0ab.example xn--a xn--\u0000 [::1%25eth0] exa\u00admple.com exa\u200bmple.com"
      .split(" "),
    ..."\u202eexample.com ex\u2066ample.com 日本.example ١٢٧.0.0.1 ①②⑦.0.0.1 :80 @ example.com:0 a:99999 a:-1"
      .split(" "),
  ];
  const characters = [
    ..."\u0000\u0007\t\n\v\f\r\u001b\u007f\u0085\u00a0\u00ad\u200b\u200d\u200e\u200f\u2028\u2029\u202a\u202d\u202e",
    ..."\u2060\u2066\u2069\ufeff\ufff9\u{e0041}\u{1f3f4}\ud800\udfff\\<>\"'`{}|^[] ",
  ];
  return [
    ...schemes.flatMap((scheme) => [`${scheme}:${payload}`, `${scheme}://shop.example/${payload}`]),
    ...inner.map((host) => `http://${host}/latest/meta-data/`),
    ...hosts.map((host) => `https://${host}/a`),
    ...characters.flatMap((
      one,
    ) => [
      `https://shop.example/a${one}b`,
      `https://shop${one}.example/`,
      `ht${one}tps://a.example`,
    ]),
    ...[
      "https://user@shop.example/",
      "https://user:pass@shop.example/",
      "https://:pass@shop.example/",
      "https://amazon.de@evil.example/dp/1",
      "https://amazon.de%2F@evil.example/",
      "https://a@b@c.example/",
      "https:\\\\evil.example",
      "https:/\\evil.example",
      "https:evil.example",
      "https:/evil.example",
      "https:///evil.example",
      "https:////evil.example",
      "https://",
      "https://?",
      "https://#",
      "http:",
      "//evil.example",
      "/games/ABC",
      "../../etc/passwd",
      "https://shop.example/../../../etc/passwd",
      "https://shop.example/%2e%2e/%2e%2e/admin",
      "https://shop.example/%252e%252e%252f",
      `https://shop.example/?u=${encodeURIComponent(`javascript:${payload}`)}`,
      `https://shop.example/?u=${
        encodeURIComponent(encodeURIComponent("https://evil.example/?x=%0d%0a"))
      }`,
      "https://shop.example/%0d%0aSet-Cookie:a=b",
      "https://shop.example/<script>alert(1)</script>",
      "https://shop.example/%3Cscript%3Ealert(1)%3C/script%3E",
      'https://shop.example/" onmouseover="alert(1)',
      "https://shop.example/'onclick='alert(1)",
      "https://shop.example/#javascript:alert(1)",
      "https://shop.example/?utm_source=<script>",
      "https://shop.example/?__proto__=1&constructor=2",
      "https://shop.example/%",
      "https://shop.example/%zz%",
      "https://shop.example/%E3%81",
      "https://shop.example/%80%81",
      "https://shop.example/\u0301\u0301\u0301\u0301\u0301",
      `https://shop.example/${"a".repeat(480)}`,
      `https://shop.example/${"a".repeat(100_000)}`,
      `https://${"a.".repeat(50_000)}example/`,
      `https://shop.example/?${"a=1&".repeat(30_000)}`,
      `https://shop.example/?${"utm_a=1&".repeat(300)}`,
      `https://shop.example/${"/ref=".repeat(700)}x`,
      `https://www.amazon.de/dp/1${"/ref=".repeat(700)}x`,
      `https://www.amazon.de/dp/1${"/ref=x".repeat(70)}`,
      `https://shop.example/${"%25".repeat(1000)}41`,
      `https://shop.example/${"../".repeat(1000)}`,
      `https://shop.example/#${":~:".repeat(900)}`,
      `${"https://".repeat(400)}shop.example`,
      `${"www.".repeat(20_000)}example`,
      "",
      " ",
      "http",
      "://",
      "www.",
    ],
  ];
}
