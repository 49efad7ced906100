/**
 * Features that Playwright switches off itself. Chromium takes the last list that it is given, so ours has to hold them
 * too (`structure/lists.test.ts` compares).
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

/**
 * What a whole Chromium starts for each window that a test opens, and no test looks at: pages that draw its address
 * bar's suggestions, and a process kept ready for a site to come. They took half of what a window costs.
 */
const UNSEEN = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "SpareRendererForSitePerProcess"];

/** Switches for Chromium beside Playwright's. */
export const CHROMIUM_ARGS = [
  // What is drawn is drawn by the processor here: a process of its own for that only costs the way to it.
  "--in-process-gpu",
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...UNSEEN].join(",")}`,
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];
