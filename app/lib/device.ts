type Names = [pattern: RegExp, name: string][];

// In order: most browsers also claim to be an older one.
const BROWSERS: Names = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: Names = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const find = (names: Names, userAgent: string) => names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** "Firefox on Windows"; for other clients the first word of the user agent. */
export function describeDevice(userAgent: string): string {
  const browser = find(BROWSERS, userAgent);
  const system = find(SYSTEMS, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  const deviceName = browser ?? system;
  if (deviceName) return deviceName;
  const [, client] = /^([\w.-]{2,40})/.exec(userAgent) ?? [];
  return client ?? "Unknown device";
}
