import { darken } from "../color";
import { amber, chrome, dark, lamp, red, seam, slats, strip } from "../parts";
import { profile } from "../profile";
import { rubStrip } from "./trim";

export const ghia = profile({
  label: "hand-finished coupe on humble parts",
  size: [414, 133],
  top: "12,30 4,46 14,64 60,78 110,88 138,91! 174,120 192,128 226,133 262,128 300,112 340,93 384,76 406,58 408,42 398,31",
  wheels: [82, 322, 31],
  sill: 24,
  belt: 84,
  rim: "hubcap",
  whitewall: true,
  glass: { base: [92, 90], to: 300, lean: -50, pillars: [238], wide: 4, framed: true },
  doors: [144, 238],
  seats: [178],
  lamp: ["wing", 64, 8.5],
  tail: ["tall", 62, 13],
  bumpers: ["chrome", 42, 42],
  tone: ["roof", 124],
  over: () => `${slats(344, 88, 10, -8, 4, 6, 1.6)}${chrome("M10 54l12 2v-2l-12 -3z")}${strip("M110 34H290", 1.6)}`,
});

export const berlinette = profile({
  label: "rear-engined rally berlinette",
  size: [385, 114],
  top: "12,22 3,34 12,48 50,63 100,74 130,78! 168,103 186,111 214,114 250,108 300,92 346,77 374,64 381,46 374,26",
  wheels: [84, 294, 30],
  sill: 18,
  belt: 74,
  rim: "five",
  glass: { base: [79, 77], to: 300, lean: -70, pillars: [226], wide: 4, inset: 4 },
  doors: [136, 226],
  seats: [172],
  lamp: ["wing", 55, 8],
  tail: ["round", 58, 10],
  over: () =>
    `${lamp(22, 42, 4, 6, 20)}${slats(316, 80, 12, -7, 5, 7, 1.8)}${dark("M262 56c10 2 22 4 30 8l2 -8c-10 -4 -22 -6 -32 -8z")}${seam("M28 57C60 68 100 74 130 77")}`,
});

export const rapid = profile({
  label: "rear-engined fastback from Bohemia",
  size: [415, 134],
  top: "12,28 4,42 4,64 12,76 60,86 120,93! 152,123 168,130 200,134 244,130 290,117 340,100 400,90 408,85! 410,54 402,29",
  wheels: [84, 324, 30],
  sill: 22,
  belt: 82,
  rim: "steel",
  glass: { base: [94, 94], to: 304, lean: -70, pillars: [228] },
  doors: [126, 228],
  seats: [162, 240],
  lamp: ["round", 66, 8],
  tail: ["block", 72, 12],
  bumpers: ["chrome", 40, 42],
  over: () => `${slats(336, 86, 0, 10, 7, 7, 2)}${lamp(12, 50, 2.6, 6)}${rubStrip(20, 400, 32, "#17191d", 5)}`,
});

export const zed = profile({
  label: "long-nosed Japanese coupe",
  size: [414, 129],
  top: "14,26 3,42 9,62 24,73 80,85 150,92 166,94! 202,122 220,127 250,129 290,122 340,107 384,92 404,88! 411,62 404,30",
  wheels: [92, 322, 31],
  sill: 20,
  belt: 83,
  rim: "minilite",
  glass: { base: [95, 94], to: 334, lean: -90, pillars: [258], wide: 6 },
  doors: [170, 258],
  seats: [206],
  bumpers: ["chrome", 40, 42],
  tail: ["block", 72, 11],
  mirrorAt: 176,
  over: (p) =>
    `<path d="M12 66C24 74 50 80 66 82C54 72 40 64 22 60Z" fill="${darken(p.base, 0.55)}"/>${lamp(28, 70, 6, 7, 40)}${seam("M70 83C100 88 140 92 160 93")}${slats(130, 60, 2, 10, 4, 6, 2)}`,
});

export const capri = profile({
  label: "long-bonnet coupe for the family man",
  size: [429, 130],
  top: "12,26 3,42 3,64 9,75! 80,85 154,93! 192,121 208,127 244,130 288,125 336,108 374,97! 414,94 423,88! 426,58 418,28",
  wheels: [84, 340, 30],
  sill: 20,
  belt: 84,
  rim: "torque",
  glass: { base: [95, 95], to: 330, lean: -66, pillars: [252], wide: 5 },
  doors: [158, 252],
  seats: [194, 268],
  lamp: ["square", 66, 13],
  tail: ["block", 74, 13],
  bumpers: ["chrome", 42, 42],
  mirrorAt: 166,
  over: (p) =>
    `<path d="M14 58C120 56 250 58 300 66C318 72 322 84 318 92" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="2.4"/><path d="M14 56C120 54 250 56 300 64C319 70 324 84 320 92" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="1.4"/>${slats(282, 62, 10, 3, 2, 15, 3)}${rubStrip(20, 412, 32, p.second, 2)}`,
});

export const manta = profile({
  label: "German coupe with a black bonnet",
  size: [434, 134],
  top: "12,26 3,42 4,68 11,79! 70,88 146,95! 184,126 200,132 236,134 276,130 316,114 348,100! 410,95 427,91! 430,58 422,28",
  wheels: [88, 331, 30],
  sill: 21,
  belt: 85,
  rim: "five",
  glass: { base: [97, 97], to: 312, lean: -50, pillars: [246] },
  doors: [150, 246],
  seats: [188, 264],
  lamp: ["round", 70, 8.5],
  bumpers: ["chrome", 42, 42],
  tone: "M8 77L150 94L150 110L0 100Z",
  toneColor: () => "#1b1d21",
  over: () =>
    `<circle cx="419" cy="76" r="6" fill="#b0160f" stroke="#dfe3e5" stroke-width="1.2"/>${rubStrip(12, 424, 40, "#17191d", 4)}${dark("M8 60l6 0l-1 17l-6 0z")}`,
});

export const charger = profile({
  label: "muscle car with a flying-buttress roof",
  size: [528, 135],
  top: "14,28 4,44 3,74 10,83! 100,92 184,98! 224,126 242,132 280,135 322,130 396,110 436,102! 500,99 521,95! 524,64 514,30",
  wheels: [108, 405, 35],
  sill: 22,
  belt: 88,
  rim: "torque",
  glass: { base: [101, 102], to: 366, lean: -80, pillars: [290] },
  doors: [190, 290],
  seats: [226, 312],
  bumpers: ["chrome", 40, 44],
  tone: "M432 104L460 104L456 20L428 20Z",
  over: () =>
    `${dark("M3 52L12 52L14 82L6 80Z", "#0f1013")}${seam("M230 58C250 46 270 46 290 56L286 74C270 80 246 80 230 72Z")}<path d="M236 60l46 -1v12l-46 1z" fill="#000" opacity=".22"/>${red("M520 78l-9 0v10h9z")}${slats(150, 97, 10, 1, 2, 16, 2)}`,
});

export const stingRay = profile({
  label: "split-window American sports car",
  size: [445, 126],
  top: "14,26 2,42 6,55! 40,73 84,84 120,80 150,85 170,88! 198,114 214,122 240,126 276,119 330,101 362,95 402,84 440,66! 436,46 426,29",
  wheels: [96, 345, 33],
  sill: 20,
  belt: 80,
  rim: "turbine",
  glass: { base: [90, 90], to: 304, lean: -70, pillars: [250], wide: 8 },
  doors: [174, 250],
  seats: [200],
  bumpers: ["chrome", 40, 50],
  over: () =>
    `${strip("M4 56C60 64 120 66 440 64", 1.6)}${dark("M138 36l6 26l-8 0l-5 -26zM154 36l6 26l-8 0l-5 -26z", "#0e0f12")}${chrome("M150 22H306V29H150Z")}${red("M438 60a5 5 0 1 0 -8 0z")}`,
});

export const wedgeRally = profile({
  label: "short-wheelbase rally wedge",
  size: [371, 112],
  top: "10,22 2,33 10,43 70,65 118,75! 162,105 182,110 206,112! 250,105 320,98 350,100 362,98! 366,80 362,52 354,26",
  wheels: [80, 298, 31],
  arch: 5,
  sill: 17,
  belt: 72,
  rim: "dish",
  glass: { base: [77, 86], to: 216, lean: 20, pillars: [188], wide: 4, inset: 4 },
  doors: [122, 196],
  seats: [158],
  tail: ["round", 66, 11],
  flares: "black",
  over: (p) =>
    `${lamp(24, 41, 4, 7, 30)}${lamp(14, 32, 3, 6)}${dark("M222 102L300 98L298 92L224 94Z", "#121316")}${slats(232, 102, 8, -6, 8, 8, 2)}<path d="M300 100C320 106 344 108 366 106L364 100L306 94Z" fill="${p.base}" stroke="#07080b" stroke-opacity=".4" stroke-width=".6"/>${rubStrip(30, 350, 26, "#17191d", 6)}`,
});

export const esprit = profile({
  label: "folded-paper wedge of the seventies",
  size: [419, 112],
  top: "8,22 1,31 5,38 90,65 132,76! 198,106 216,110 242,111 282,105 342,93 400,86! 411,80 413,50 404,24",
  wheels: [96, 340, 30],
  sill: 16,
  belt: 70,
  rim: "five",
  glass: { base: [78, 82], to: 318, lean: -110, pillars: [246], wide: 6, inset: 4 },
  doors: [138, 246],
  seats: [188],
  bumpers: ["black", 30, 40],
  tail: ["block", 66, 12],
  tone: ["low", 36],
  toneColor: () => "#1b1d21",
  over: () =>
    `${seam("M6 48L412 60")}<path d="M40 49L72 58L74 54L46 47Z" fill="#000" opacity=".35"/>${dark("M258 82L282 96L292 92L270 80Z", "#121316")}`,
});

export const targa = profile({
  label: "small targa with the engine in the middle",
  size: [383, 118],
  top: "10,24 3,36 4,50 11,57! 90,71 126,77! 166,110 180,116 216,118! 250,106 284,94! 352,86 370,84! 376,54 368,26",
  wheels: [86, 306, 28],
  sill: 19,
  belt: 74,
  rim: "turbine",
  glass: { base: [79, 82], to: 246, lean: -20, pillars: [214], wide: 13, inset: 4 },
  doors: [130, 208],
  seats: [166],
  bumpers: ["black", 34, 38],
  tail: ["block", 68, 12],
  tone: "M150 112H222V130H150Z",
  toneColor: () => "#202226",
  over: () =>
    `${slats(252, 76, 14, 8, 3, 9, 2.4)}${seam("M64 68C60 62 62 58 70 57L96 61L98 70")}${rubStrip(10, 366, 44, "#17191d", 3)}`,
});

export const midship = profile({
  label: "angular mid-engined two-seater",
  size: [393, 125],
  top: "10,24 2,36 3,52 9,60! 80,74 124,81! 170,116 186,123 222,125 248,119! 278,97 350,92 376,95! 386,62 380,26",
  wheels: [84, 316, 29],
  sill: 19,
  belt: 78,
  rim: "turbine",
  glass: { base: [82, 84], to: 262, lean: -22, pillars: [226], wide: 12 },
  doors: [130, 218],
  seats: [172],
  bumpers: ["body", 36, 40],
  tail: ["block", 72, 14],
  tone: ["low", 42],
  toneColor: (p) => darken(p.base, 0.5),
  over: (p) =>
    `${dark("M262 66L284 66L276 86L258 84Z", "#121316")}${seam("M58 70C54 64 58 60 66 60L90 64L92 74")}<path d="M344 92L360 95L388 99L389 96L350 91Z" fill="${p.base}" stroke="#07080b" stroke-opacity=".5" stroke-width=".6"/>${rubStrip(8, 384, 42, "#17191d", 2.4)}`,
});

export const miura = profile({
  label: "low Italian supercar of the sixties",
  size: [437, 106],
  top: "12,22 3,34 11,46 60,64 120,75 152,77! 198,98 218,104 250,106 298,99 350,88 400,79 426,68 431,48 424,24",
  wheels: [92, 342, 32],
  sill: 16,
  belt: 72,
  rim: "minilite",
  glass: { base: [79, 80], to: 276, lean: -50, pillars: [238], wide: 4, inset: 4 },
  doors: [156, 238],
  seats: [196],
  tail: ["block", 62, 11],
  tone: ["low", 30],
  toneColor: () => "#c9a64b",
  over: () =>
    `${lamp(40, 57, 10, 4.4, 26)}${slats(288, 92, 16, -6, 6, 13, 3)}${slats(244, 44, 4, 22, 4, 7, 2.6)}${slats(32, 60, 10, 4, 2, 30, 2)}`,
});

export const eType = profile({
  label: "long-nosed British grand tourer",
  size: [445, 122],
  top: "10,34 1,44 12,56 60,69 120,80 180,88 198,90! 224,114 242,121 270,122 320,108 370,88 412,67 438,48 434,38 420,31",
  wheels: [112, 356, 33],
  sill: 22,
  belt: 76,
  rim: "wire",
  glass: { base: [91, 90], to: 330, lean: -90, pillars: [270], wide: 4, framed: true },
  doors: [204, 270],
  seats: [230],
  tail: ["round", 50, 8],
  over: () =>
    `${lamp(34, 58, 9, 5, 28)}${chrome("M0 42l16 1v-3l-16 -1z")}${chrome("M410 40l26 2v-3l-26 -3z")}${seam("M176 87L172 40L70 36")}${slats(140, 84, 9, 2, 5, 7, 1.6)}${strip("M392 26h20", 3)}`,
});

export const marcello = profile({
  label: "Swedish grand tourer with fins",
  size: [440, 129],
  top: "12,30 4,48 10,66 40,77 110,87 158,92! 192,121 208,127 240,129 276,124 310,105! 370,98 418,99 436,98! 439,62 426,34",
  wheels: [94, 339, 32],
  sill: 25,
  belt: 84,
  rim: "hubcap",
  glass: { base: [94, 94], to: 296, lean: -44, pillars: [248], framed: true },
  doors: [162, 248],
  seats: [198],
  lamp: ["wing", 66, 8.5],
  tail: ["tall", 82, 14],
  bumpers: ["chrome", 44, 44],
  over: () => `${strip("M30 72C120 76 220 74 240 82L262 94", 2)}${amber("M20 50h7v4h-7z")}`,
});
