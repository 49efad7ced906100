import { darken } from "../color";
import { chrome, dark, lamp, red, seam, slats, strip } from "../parts";
import { profile } from "../profile";
import { foldedHood, openCockpit, rubStrip } from "./trim";

export const mgb = profile({
  label: "British roadster with a chrome strip",
  size: [389, 122],
  top: "12,24 3,40 6,60 24,71 80,79 160,85 184,86! 230,82 268,84 330,82 370,75 385,60 386,42 376,25",
  wheels: [82, 313, 31],
  arch: 3,
  sill: 20,
  belt: 74,
  rim: "wire",
  doors: [192, 262],
  lamp: ["round", 62, 8.5],
  tail: ["tall", 62, 16],
  bumpers: ["chrome", 38, 38],
  strip: 62,
  behind: (p) => `${openCockpit(p, 182, 272, 84)}${foldedHood(276, 84)}`,
  over: () => chrome("M5 46C3 56 4 62 9 68l4 -1C10 62 9 54 10 46Z"),
});

export const miata = profile({
  label: "light roadster of the nineties",
  size: [395, 122],
  top: "12,22 1,37 8,52 50,66 120,77 162,81! 232,80 282,84 340,83 378,75 391,54 387,32 376,23",
  wheels: [80, 306, 29],
  arch: 3,
  sill: 19,
  belt: 70,
  rim: "minilite",
  doors: [172, 258],
  tail: ["block", 64, 13],
  mirrorAt: 176,
  behind: (p) => openCockpit(p, 160, 256, 80),
  over: () =>
    `<ellipse cx="14" cy="38" rx="6" ry="3" fill="#0f1013"/>${seam("M40 62C44 56 54 56 66 58L70 68")}${dark("M24 22h340v4h-340z")}<ellipse cx="24" cy="46" rx="6" ry="2.6" fill="#e9a23a"/>`,
});

export const trFour = profile({
  label: "square-shouldered British two-seater",
  size: [390, 122],
  top: "10,26 3,44 4,66 11,76! 40,84 90,84 162,88! 234,82 262,86 330,86 376,83 385,78! 385,50 376,27",
  wheels: [76, 300, 32],
  arch: 3,
  sill: 22,
  belt: 78,
  rim: "wire",
  doors: [188, 258],
  lamp: ["round", 70, 9],
  tail: ["tall", 68, 18],
  bumpers: ["chrome", 40, 42],
  behind: (p) => `${openCockpit(p, 162, 266, 86)}${foldedHood(272, 86)}`,
  over: () => `${seam("M40 80C80 84 120 86 160 86")}${chrome("M156 60h14v3h-14z")}`,
});

export const duetto = profile({
  label: "boat-tailed Italian spider",
  size: [425, 122],
  top: "14,26 4,40 9,53 60,70 120,79 164,83! 230,80 272,83 330,77 390,61 416,47 418,39 406,27",
  wheels: [88, 313, 30],
  arch: 3,
  sill: 20,
  belt: 72,
  rim: "hubcap",
  doors: [176, 258],
  bumpers: ["chrome", 38, 38],
  behind: (p) => `${openCockpit(p, 164, 266, 82)}${foldedHood(270, 82)}`,
  over: (p) =>
    `${lamp(26, 56, 7, 7, 24)}<path d="M10 56C100 62 320 60 412 48L410 43C320 54 100 56 8 50Z" fill="${darken(p.base, 0.35)}" opacity=".6"/>${red("M404 52l12 -6l-2 -5l-10 4z")}`,
});

export const elan = profile({
  label: "tiny featherweight roadster",
  size: [368, 115],
  top: "10,20 1,32 10,46 60,62 120,72 152,75! 220,72 250,76 318,72 354,60 364,42 356,22",
  wheels: [76, 290, 28],
  arch: 3,
  sill: 17,
  belt: 64,
  rim: "five",
  doors: [160, 240],
  tail: ["round", 50, 11],
  behind: (p) => openCockpit(p, 150, 246, 74),
  over: () =>
    `${seam("M34 54C40 50 52 52 62 54L64 62")}${chrome("M1 33l20 2v-4l-19 -2z")}${chrome("M364 38l-18 2v-4l17 -2z")}${rubStrip(90, 270, 20, "#17191d", 2)}`,
});

export const speedster = profile({
  label: "low-screen speedster",
  size: [396, 108],
  top: "12,26 4,42 14,59 60,72 120,82 154,85! 222,83 264,84 318,78 368,62 392,46 394,38 384,27",
  wheels: [80, 290, 30],
  arch: 3,
  sill: 22,
  belt: 74,
  rim: "hubcap",
  doors: [166, 250],
  lamp: ["wing", 60, 9],
  tail: ["round", 54, 9],
  bumpers: ["chrome", 36, 38],
  behind: (p) => `${openCockpit(p, 156, 254, 84, 22)}${foldedHood(262, 82)}`,
  over: () => `${strip("M40 50C140 58 260 56 370 48", 1.8)}${slats(334, 68, 12, -4, 2, 8, 1.6)}`,
});

export const cobra = profile({
  label: "Anglo-American roadster with big hips",
  size: [385, 118],
  top: "12,28 2,42 12,58 60,74 100,81 150,80 172,82! 226,76 262,80 310,84 350,76 378,56 380,42 370,29",
  wheels: [84, 313, 33, 34],
  arch: 4,
  sill: 24,
  belt: 72,
  rim: "torque",
  doors: [178, 240],
  lamp: ["wing", 60, 8.5],
  tail: ["round", 54, 9],
  flares: "body",
  behind: (p) => openCockpit(p, 168, 258, 80, 30),
  over: () =>
    `${dark("M140 44l18 -2v18l-18 0z", "#121316")}${slats(143, 46, 0, 12, 4, 4, 1.6)}${chrome("M120 22H290V30H120Z")}${dark("M1 38c-1 4 0 8 3 12l8 0c-3 -4 -4 -8 -3 -12z", "#0f1013")}`,
});
