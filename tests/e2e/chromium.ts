/**
 * Features that Playwright disables. Chromium uses only the last such list, so ours must include them
 * (`structure/lists.test.ts` compares).
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
 * Per-window services that no test needs: the address bar's suggestion pages and a spare process. They took half of a
 * window's cost.
 */
const UNSEEN = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "SpareRendererForSitePerProcess"];

/** Switches for Chromium in addition to Playwright's. */
export const CHROMIUM_ARGS = [
  // Rendering uses the CPU here, so a separate GPU process only adds cost.
  "--in-process-gpu",
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...UNSEEN].join(",")}`,
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];
