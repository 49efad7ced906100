/**
 * Disabled by Playwright. Chromium uses only the last such list, so ours includes it (`structure/lists.test.ts`
 * compares).
 */
export const OFF_BY_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/** Useless in tests, and half of a window's cost: suggestion pages of the address bar, a spare process. */
const UNSEEN = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "SpareRendererForSitePerProcess"];

export const CHROMIUM_ARGS = [
  // Rendering uses the CPU: a GPU process only adds cost.
  "--in-process-gpu",
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...UNSEEN].join(",")}`,
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];
