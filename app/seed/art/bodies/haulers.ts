import { darken, lighten, mix } from "../color";
import { chrome, clear, dark, lamp, seam, slats, strip, tube } from "../parts";
import { profile } from "../profile";
import { roofRack, rubStrip, runningBoard, spareBehind, suitcase, wing } from "./trim";

export const turboEstate = profile({
  label: "fast estate of the nineties",
  size: [471, 142],
  top: "12,24 3,38 4,62 11,73 70,86 132,95! 182,132 202,140 260,145 400,143 438,138! 462,100 468,80 468,52 460,26",
  wheels: [86, 352, 31],
  arch: 3.5,
  sill: 20,
  belt: 84,
  rim: "five",
  glass: { base: [97, 99], to: 442, lean: -44, pillars: [220, 296, 352] },
  doors: [136, 220, 296],
  seats: [176, 250],
  lamp: ["square", 66, 14],
  tail: ["tall", 100, 40],
  bumpers: ["body", 38, 40],
  mirrorAt: 142,
  over: () =>
    `${rubStrip(30, 440, 54, "#17191d", 4)}${tube("M220 147L410 146", 2.4, "#2a2d32")}${dark("M30 22h60l-4 -5h-52z")}`,
});

export const diesel = profile({
  label: "long-legged German estate with roof rails",
  size: [472, 150],
  top: "14,28 6,42 5,76 12,87! 70,94 134,99! 176,134 194,142 250,147 390,146 430,142! 456,106 466,100! 468,60 458,30",
  wheels: [84, 363, 32],
  sill: 24,
  belt: 90,
  rim: "hubcap",
  glass: { base: [101, 103], to: 436, lean: -44, pillars: [216, 290, 346], framed: true },
  doors: [138, 216, 290],
  seats: [174, 246],
  lamp: ["square", 72, 16],
  tail: ["amber", 78, 24],
  bumpers: ["chrome", 44, 44],
  strip: 60,
  mirrorAt: 144,
  over: () => roofRack(212, 400, 146),
});

export const woodie = profile({
  label: "little estate framed in timber",
  size: [376, 153],
  top: "12,34 5,50 12,74 40,90 90,99 112,103! 138,137 152,147 190,152 300,152 346,148! 360,106 364,62 360,36",
  wheels: [68, 286, 29],
  sill: 32,
  belt: 92,
  rim: "hubcap",
  glass: { base: [104, 104], to: 350, lean: -10, pillars: [200, 276], wide: 7 },
  doors: [118, 200],
  seats: [148, 214],
  lamp: ["wing", 66, 8.5],
  tail: ["round", 70, 8],
  bumpers: ["chrome", 44, 42],
  tone: "M202 38H372V104H202Z",
  toneColor: () => "#ead9b4",
  over: () =>
    `<g fill="none" stroke="#8a5a2e" stroke-width="5.5" stroke-linejoin="round"><path d="M204 40V150M204 104H356M278 104V150M352 148L358 62M278 104L274 80"/></g><g fill="none" stroke="#d9a866" stroke-width="1.6"><path d="M204 40V150M204 105H356M278 104V150"/></g>${wing(68, 29, 44)}${wing(286, 29, 40)}`,
});

export const camper = profile({
  label: "camper van with its roof up",
  size: [450, 244],
  top: "14,34 5,50 4,104 18,138 40,178 58,188 100,192 400,192 428,184 440,160 444,100 441,52 430,35",
  wheels: [104, 344, 33],
  sill: 32,
  belt: 106,
  rim: "hubcap",
  glass: { base: [126, 126], to: 428, inset: 12, pillars: [70, 152, 238, 326], wide: 14 },
  doors: [62, 148],
  seats: [84],
  lamp: ["round", 94, 10],
  tail: ["tall", 100, 26],
  bumpers: ["chrome", 52, 50],
  tone: ["low", 110],
  strip: 110,
  behind: (p) =>
    `<path d="M150 190L390 190L386 198L170 240L156 238Z" fill="#f2e6cc"/><path d="M150 190L156 238L164 240L390 196" fill="none" stroke="${darken(p.base, 0.2)}" stroke-width="6" stroke-linejoin="round"/>${Array.from({ length: 5 }, (_, i) => `<path d="M${180 + i * 32} 190V${234 - i * 7}" stroke="${mix(p.base, "#ffffff", 0.4)}" stroke-width="7"/>`).join("")}`,
  over: () =>
    `${slats(366, 112, 0, 10, 7, 6, 2)}${seam("M150 40L150 178M246 40L246 178")}${chrome("M244 112h-14v3h14z")}`,
});

export const corrugated = profile({
  label: "corrugated French van",
  size: [428, 230],
  top: "12,40 5,56 8,96 30,113 60,120! 72,168 88,208 112,222 160,230 400,230 418,222! 424,120 421,44",
  wheels: [72, 325, 34],
  sill: 36,
  belt: 112,
  rim: "steel",
  glass: { base: [130, 130], to: 138, inset: 9, pillars: [88], wide: 6 },
  doors: [66, 142],
  seats: [92],
  lamp: ["round", 86, 10],
  tail: ["tall", 90, 14],
  bumpers: ["black", 50, 48],
  over: (p) =>
    `${slats(156, 52, 0, 160, 33, 8, 1.8)}${slats(14, 66, 40, 4, 1, 8, 1.6)}${slats(20, 74, 40, 4, 1, 8, 1.6)}<path d="M170 128H330V186H170Z" fill="${lighten(p.base, 0.5)}"/><path d="M170 128H330V186H170Z" fill="none" stroke="${darken(p.base, 0.4)}" stroke-width="2"/><path d="M190 150h76M190 166h116" stroke="${darken(p.base, 0.4)}" stroke-width="6" stroke-linecap="round"/>${seam("M148 44L148 226")}`,
});

export const schnell = profile({
  label: "front-driven van of the fifties",
  size: [393, 191],
  top: "12,38 4,56 11,92 44,119 82,133! 106,170 132,184 180,190 340,188 372,178 386,140 388,62 382,40",
  wheels: [78, 328, 31],
  sill: 34,
  belt: 112,
  rim: "hubcap",
  glass: { base: [134, 134], to: 366, inset: 10, pillars: [168, 246, 312], wide: 12 },
  doors: [92, 164],
  seats: [120],
  lamp: ["wing", 92, 10],
  tail: ["round", 80, 10],
  bumpers: ["chrome", 50, 48],
  tone: ["low", 112],
  strip: 112,
  over: () => `${wing(78, 31, 44)}${seam("M174 42L174 176M252 42L252 176")}${slats(12, 66, 12, 0, 1, 4, 2)}`,
});

export const effie = profile({
  label: "broad-nosed American pickup",
  size: [480, 184],
  top: "12,46 4,62 8,97 30,114 100,122 152,128! 176,164 192,174 220,178 250,176 268,168! 280,118! 286,111! 468,111! 472,108! 472,62 464,46",
  wheels: [92, 372, 37],
  sill: 44,
  belt: 108,
  rim: "steel",
  whitewall: true,
  glass: { base: [132, 132], to: 264, lean: -8, pillars: [244], wide: 6 },
  doors: [158, 252],
  seats: [190],
  lamp: ["round", 92, 11],
  tail: ["round", 80, 11],
  bumpers: ["chrome", 56, 54],
  over: (p) =>
    `${runningBoard(138, 330, 46)}${wing(372, 37, 54)}${seam("M286 112L286 48")}${chrome("M4 70h18v4h-18zM4 80h18v4h-18z")}${strip("M60 108L150 116", 2)}<path d="M290 105H470" stroke="${darken(p.base, 0.4)}" stroke-width="2"/>`,
});

export const fleetside = profile({
  label: "slab-sided pickup of the sixties",
  size: [490, 178],
  top: "12,44 4,60 4,103 11,113! 60,120 152,124! 182,162 198,172 240,176 262,172! 276,122! 282,115! 478,113! 486,108 488,62 478,46",
  wheels: [92, 384, 36],
  sill: 40,
  belt: 110,
  rim: "hubcap",
  glass: { base: [127, 127], to: 262, lean: -16, pillars: [244], wide: 6, framed: true },
  doors: [158, 252],
  seats: [194],
  lamp: ["round", 94, 10],
  tail: ["tall", 90, 24],
  bumpers: ["chrome", 54, 54],
  tone: "M60 70L486 70L486 88L60 88Z",
  toneColor: () => "#f1ede2",
  strip: 88,
  mirrorAt: 160,
  over: () => `${rubStrip(30, 470, 70, "#dfe3e5", 1.4)}${seam("M283 116L283 44")}${seam("M428 112L428 46")}`,
});

export const seriesTwo = profile({
  label: "aluminium workhorse with flat wings",
  size: [366, 196],
  top: "10,58 5,66 5,112 12,120! 110,125 122,126! 126,128! 144,182 152,191! 350,191! 358,122! 360,72 354,54",
  wheels: [68, 292, 38],
  arch: 7,
  sill: 54,
  belt: 116,
  rim: "steel",
  glass: { base: [134, 134], to: 344, inset: 9, pillars: [208], wide: 12 },
  doors: [128, 204],
  seats: [150],
  tone: ["roof", 127],
  toneColor: () => "#ece6d6",
  behind: () => spareBehind(358, 110, 36),
  over: (p) =>
    `${dark("M-6 58h22v12h-22z", "#3a3e44")}${lamp(14, 96, 2.6, 9)}${seam("M106 58V124M208 58V188")}<ellipse cx="62" cy="126" rx="34" ry="6" fill="#202226"/><ellipse cx="62" cy="128" rx="22" ry="3" fill="${darken(p.second, 0.2)}"/>${rubStrip(130, 356, 124, "#5d646b", 1.6)}${dark("M126 52H212V57H126Z")}`,
});

export const landCruiser = profile({
  label: "Japanese off-roader with a white lid",
  size: [386, 198],
  top: "10,56 4,70 5,112 13,120! 110,126 128,128! 142,178 152,192 200,197 350,195 366,190! 376,124! 378,72 370,56",
  wheels: [72, 300, 38],
  arch: 7,
  sill: 56,
  belt: 116,
  rim: "hubcap",
  glass: { base: [136, 136], to: 356, inset: 12, pillars: [212, 296], wide: 14 },
  doors: [132, 208],
  seats: [156],
  lamp: ["round", 98, 10],
  tail: ["round", 84, 10],
  bumpers: ["black", 62, 62],
  tone: ["roof", 128],
  toneColor: () => "#f3efe4",
  mirrorAt: 128,
  over: () => `${seam("M110 60V124M214 60V190")}${chrome("M0 78h14v24h-14z")}${lamp(10, 98, 3, 9)}`,
});

export const gWagen = profile({
  label: "cube-shaped German off-roader",
  size: [418, 200],
  top: "10,54 5,66 5,116 11,123! 122,128 132,129! 160,184 170,194! 388,194! 398,184 402,124! 404,72 396,54",
  wheels: [78, 318, 37],
  arch: 7,
  sill: 52,
  belt: 118,
  rim: "turbine",
  glass: { base: [138, 138], to: 386, inset: 9, pillars: [222, 302], wide: 10 },
  doors: [136, 218],
  seats: [164, 236],
  bumpers: ["black", 60, 60],
  flares: "black",
  tail: ["tall", 76, 16],
  mirrorAt: 138,
  behind: () => spareBehind(400, 116, 37),
  over: (p) =>
    `${lamp(12, 98, 3, 10)}<path d="M18 121h14v6h-14z" fill="#e08318"/>${rubStrip(130, 398, 96, "#17191d", 6)}${seam("M222 60V190M128 128V58")}<path d="M402 80h22v72h-22z" fill="${p.base}" stroke="#07080b" stroke-opacity=".4"/>`,
});

export const tinyJeep = profile({
  label: "pocket off-roader under canvas",
  size: [322, 170],
  top: "8,46 3,60 5,92 11,99! 90,104 106,107! 120,150 126,161! 296,164! 304,104! 306,62 300,46",
  wheels: [62, 258, 34],
  arch: 6,
  sill: 46,
  belt: 96,
  rim: "steel",
  glass: { base: [112, 112], to: 288, inset: 10, pillars: [184], wide: 12 },
  doors: [112, 180],
  seats: [132],
  lamp: ["round", 80, 9],
  tail: ["round", 74, 9],
  bumpers: ["black", 54, 52],
  tone: ["roof", 106],
  toneColor: () => "#2e2b26",
  behind: () => spareBehind(304, 92, 30),
  over: () =>
    `${slats(70, 92, 0, 9, 5, 5, 2)}${rubStrip(112, 302, 104, "#b9bfc4", 1.4)}${tube("M200 106V160M246 106V162", 1.4, "#55504a")}`,
});

export const niva = profile({
  label: "Russian four-by-four saloon",
  size: [372, 164],
  top: "12,40 4,54 5,84 13,95! 110,103 124,105! 152,148 168,158 200,163 300,160 330,152! 352,108 361,102! 364,62 356,42",
  wheels: [76, 296, 35],
  arch: 5,
  sill: 40,
  belt: 96,
  rim: "steel",
  glass: { base: [108, 108], to: 336, lean: -30, pillars: [218], wide: 8 },
  doors: [128, 218],
  seats: [156, 232],
  lamp: ["round", 82, 9],
  tail: ["tall", 84, 18],
  bumpers: ["chrome", 54, 54],
  mirrorAt: 130,
  over: (p) =>
    `${roofRack(180, 320, 164, suitcase(196, 173, 60, 16, mix(p.second, "#5d4a30", 0.6)))}${clear("M6 92h12v4h-12z")}${rubStrip(20, 356, 66, "#17191d", 3)}`,
});

export const rangeRover = profile({
  label: "gentleman's two-door off-roader",
  size: [447, 178],
  top: "12,48 4,62 4,108 11,117! 132,122 150,125! 180,164 194,174 240,178 400,176 420,170! 436,122 440,72 432,50",
  wheels: [82, 336, 37],
  arch: 6,
  sill: 48,
  belt: 112,
  rim: "dish",
  glass: { base: [128, 128], to: 420, lean: -30, pillars: [258, 356], wide: 8, inset: 6 },
  doors: [154, 258],
  seats: [190, 284],
  lamp: ["round", 96, 11],
  tail: ["amber", 96, 26],
  bumpers: ["black", 60, 60],
  mirrorAt: 156,
  crease: 92,
  over: () =>
    `${dark("M352 129L372 129L362 170L348 172Z", "#1b1d21")}${slats(20, 106, 0, -26, 1, 5, 2)}${seam("M24 118L150 124")}`,
});
