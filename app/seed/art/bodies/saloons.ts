import { darken, lighten } from "../color";
import { chrome, dark, lamp, red, seam, slats, strip } from "../parts";
import { profile } from "../profile";
import { rubStrip } from "./trim";

export const lotusCortina = profile({
  label: "British saloon of the sixties with a flash along its side",
  size: [427, 142],
  top: "12,30 3,46 2,70 8,85 14,89! 60,92 120,97 132,99! 162,130 176,138 210,142 252,141 286,134! 312,105 330,102 400,99 420,95! 424,66 416,32",
  wheels: [84, 333, 30],
  sill: 25,
  belt: 88,
  rim: "steel",
  glass: { base: [100, 100], to: 302, lean: -34, pillars: [228], framed: true },
  doors: [136, 228],
  seats: [170, 244],
  lamp: ["round", 76, 9],
  bumpers: ["chrome", 44, 44],
  tone: "M96 70L428 62L428 88L236 86Z",
  over: (p) =>
    `${chrome("M40 42h8v4h-8z")}<circle cx="418" cy="76" r="10" fill="#dfe3e5"/><path d="M418 66a10 10 0 0 0 0 20z" fill="#b0160f"/>${rubStrip(98, 420, 66, darken(p.second, 0.3), 1)}`,
});

export const cosworthSaloon = profile({
  label: "sixteen-valve saloon with a rear wing",
  size: [443, 139],
  top: "12,22 4,34 4,52 6,80 14,87! 70,92 132,97! 176,130 196,137 250,139 300,135! 350,106 372,104 428,102 437,99! 440,70 434,26",
  wheels: [82, 349, 31],
  arch: 3.5,
  sill: 20,
  belt: 88,
  rim: "five",
  glass: { base: [99, 100], to: 330, lean: -52, pillars: [218, 288], wide: 6 },
  doors: [134, 218, 288],
  seats: [172, 244],
  lamp: ["square", 70, 15],
  tail: ["amber", 78, 20],
  bumpers: ["body", 40, 42],
  flares: "body",
  tone: ["low", 50],
  toneColor: (p) => darken(p.base, 0.35),
  mirrorAt: 142,
  over: (p) =>
    `${chrome("M4 58h4l3 28h-5z")}<path d="M384 102L400 104L436 106L437 110L392 108Z" fill="${p.base}" stroke="#07080b" stroke-opacity=".5" stroke-width=".6"/>${dark("M404 103h6v6h-6z", darken(p.base, 0.4))}${rubStrip(40, 410, 51, "#17191d", 1.4)}`,
});

export const amazon = profile({
  label: "round-shouldered Scandinavian saloon",
  size: [445, 151],
  top: "12,34 4,48 4,74 14,90 40,98 120,104 134,107! 160,138 176,147 214,151 252,149 290,136 318,111! 360,105 420,97 438,84 443,56 434,33",
  wheels: [86, 346, 32],
  sill: 28,
  belt: 94,
  rim: "hubcap",
  glass: { base: [107, 105], to: 306, lean: -40, pillars: [220, 278] },
  doors: [136, 220, 278],
  seats: [168, 236],
  lamp: ["round", 80, 9],
  tail: ["tall", 82, 18],
  bumpers: ["chrome", 46, 46],
  strip: 66,
  mirrorAt: 140,
  over: () => `${slats(8, 62, 10, 0, 2, 2, 1.6)}${seam("M60 98L128 105")}`,
});

export const giulia = profile({
  label: "square-cut Italian sports saloon",
  size: [414, 143],
  top: "12,28 4,44 4,76 12,85! 60,90 114,97! 146,132 158,139 190,143 240,142 278,139 294,133! 308,103 322,99 396,97 407,93! 408,60 400,30",
  wheels: [76, 327, 30],
  sill: 24,
  belt: 88,
  rim: "steel",
  glass: { base: [98, 98], to: 296, lean: -12, pillars: [194, 258], framed: true },
  doors: [116, 194, 258],
  seats: [146, 216],
  lamp: ["round", 74, 8],
  tail: ["tall", 76, 18],
  bumpers: ["chrome", 44, 44],
  crease: 72,
  strip: 46,
  over: () => `${lamp(9, 60, 2.4, 6)}`,
});

export const twoDoorSports = profile({
  label: "compact two-door sports saloon",
  size: [423, 141],
  top: "14,28 9,46 2,78 10,87! 60,92 128,98! 158,128 172,136 206,141 256,140 288,133! 318,104 334,101 404,98 416,94! 420,62 410,30",
  wheels: [84, 334, 30],
  sill: 24,
  belt: 86,
  rim: "turbine",
  glass: { base: [99, 99], to: 302, lean: -40, pillars: [228], framed: true },
  doors: [132, 228],
  seats: [166, 246],
  lamp: ["round", 74, 8.5],
  bumpers: ["chrome", 44, 44],
  mirrorAt: 136,
  over: () =>
    `${strip("M8 84C120 90 300 90 414 86", 2.4)}<circle cx="413" cy="72" r="8" fill="#b0160f" stroke="#dfe3e5" stroke-width="1.4"/>${dark("M3 66l7 0l-2 18l-6 0z", "#121316")}${rubStrip(60, 410, 34, "#17191d", 1.4)}`,
});

export const paris504 = profile({
  label: "French family saloon with a sloping boot",
  size: [449, 146],
  top: "12,30 4,46 4,74 10,84 60,93 128,99! 166,134 184,142 220,146 268,145 308,138! 350,107 366,105 414,103 430,90! 444,84 446,56 438,31",
  wheels: [78, 352, 32],
  sill: 26,
  belt: 90,
  rim: "hubcap",
  glass: { base: [101, 102], to: 334, lean: -46, pillars: [212, 286] },
  doors: [132, 212, 286],
  seats: [168, 240],
  lamp: ["square", 74, 14],
  tail: ["tall", 72, 18],
  bumpers: ["chrome", 44, 44],
  strip: 52,
  mirrorAt: 136,
});

export const goddess = profile({
  label: "low hydropneumatic saloon",
  size: [484, 147],
  top: "14,26 3,42 12,58 50,74 112,91 132,95! 168,133 190,143 230,147 290,144 342,134 378,112! 420,101 460,80 480,58 477,36 468,28",
  wheels: [92, 400, 33],
  sill: 24,
  belt: 86,
  rim: "hubcap",
  skirt: true,
  glass: { base: [97, 98], to: 356, lean: -40, pillars: [228, 310], wide: 4, framed: true },
  doors: [140, 228, 310],
  seats: [172, 254],
  lamp: ["slim", 58, 17],
  bumpers: ["chrome", 34, 36],
  tone: ["roof", 138],
  toneColor: () => "#efe8d8",
  over: () =>
    `${seam("M64 78C80 82 110 86 132 92")}${red("M352 128l14 -7l-1 -5l-13 6z")}${rubStrip(120, 360, 32, "#b9bfc4", 2)}`,
});

export const tatra = profile({
  label: "streamlined rear-engined limousine",
  size: [497, 154],
  top: "14,34 5,52 10,80 40,98 110,106 148,111! 180,142 202,151 240,154 290,149 342,132 400,107 450,90 486,70 494,50 484,34",
  wheels: [104, 379, 34],
  sill: 28,
  belt: 96,
  rim: "hubcap",
  whitewall: true,
  glass: { base: [111, 108], to: 336, lean: -56, pillars: [236, 302], framed: true },
  doors: [152, 236, 302],
  seats: [186, 258],
  lamp: ["wing", 76, 9],
  tail: ["round", 72, 14],
  bumpers: ["chrome", 46, 46],
  strip: 64,
  over: (p) =>
    `${slats(396, 98, 14, -7, 6, 7, 2)}<path d="M372 96C380 102 392 104 402 102L398 92C388 94 378 92 372 88Z" fill="${darken(p.base, 0.5)}"/>`,
});

export const saab = profile({
  label: "teardrop two-door from Sweden",
  size: [420, 147],
  top: "14,30 5,48 10,70 40,86 90,97 120,103! 148,136 166,144 200,147 240,144 290,130 340,106 380,85 408,66 417,46 408,30",
  wheels: [78, 328, 31],
  sill: 26,
  belt: 90,
  rim: "minilite",
  glass: { base: [104, 100], to: 326, lean: -70, pillars: [218] },
  doors: [122, 218],
  seats: [156, 238],
  lamp: ["round", 68, 9],
  tail: ["tall", 64, 16],
  bumpers: ["chrome", 42, 42],
  mirrorAt: 128,
  over: () => `${rubStrip(20, 408, 52, "#17191d", 2)}${slats(344, 98, 14, -8, 4, 8, 1.8)}${lamp(16, 36, 2.6, 6)}`,
});

export const markTwo = profile({
  label: "British sports saloon with curves",
  size: [459, 148],
  top: "12,32 5,48 8,74 26,90 80,99 136,105 148,108! 174,137 192,144 228,148 270,145 312,132 340,113! 384,103 430,84 451,62 455,46 444,32",
  wheels: [87, 360, 33],
  sill: 26,
  belt: 94,
  rim: "wire",
  glass: { base: [108, 106], to: 322, lean: -48, pillars: [230, 288], wide: 4, framed: true },
  doors: [150, 230, 288],
  seats: [182, 246],
  lamp: ["wing", 76, 9],
  tail: ["tall", 68, 18],
  bumpers: ["chrome", 44, 42],
  over: () =>
    `${chrome("M5 52C4 66 6 80 12 88l4 -2C11 76 10 64 11 52Z")}${lamp(20, 60, 3, 6)}${seam("M30 92C70 99 110 102 140 104")}${strip("M22 86C100 98 300 100 420 84", 1.4)}<path d="M318 66C330 90 392 88 406 62" fill="none" stroke="#07080b" stroke-opacity=".45"/>`,
});

export const bluebird = profile({
  label: "crisp Japanese two-door of the late sixties",
  size: [412, 139],
  top: "12,28 4,44 3,72 8,83! 60,90 124,96! 156,128 170,135 206,139 254,138 286,132! 322,102 400,96 409,91! 410,60 402,30",
  wheels: [80, 322, 30],
  sill: 22,
  belt: 85,
  rim: "mesh",
  glass: { base: [97, 97], to: 306, lean: -46, pillars: [224] },
  doors: [128, 224],
  seats: [162, 242],
  lamp: ["round", 70, 8.5],
  tail: ["block", 74, 12],
  bumpers: ["chrome", 42, 42],
  crease: 74,
  flares: "black",
  over: (p) => `${rubStrip(50, 400, 50, p.second, 5)}${rubStrip(50, 400, 44, p.second, 1.4)}`,
});

export const hakosuka = profile({
  label: "boxy Japanese coupe with black flares",
  size: [440, 136],
  top: "12,26 3,42 2,76 8,84! 60,90 144,96! 182,126 198,132 236,136 274,134 306,126! 346,102 424,97 434,92! 436,60 428,29",
  wheels: [90, 347, 31],
  sill: 20,
  belt: 86,
  rim: "minilite",
  arch: 3,
  glass: { base: [97, 98], to: 322, lean: -58, pillars: [246] },
  doors: [148, 246],
  seats: [184, 262],
  lamp: ["round", 72, 8.5],
  tail: ["block", 76, 12],
  bumpers: ["chrome", 44, 44],
  flares: "black",
  over: () =>
    `${seam("M250 62C320 60 380 68 432 66")}${rubStrip(6, 60, 62, "#17191d", 8)}<path d="M262 58C310 58 360 64 430 64" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="2"/>`,
});

export const anglia = profile({
  label: "small saloon with a rear window that leans the wrong way",
  size: [390, 145],
  top: "12,30 4,46 4,72 12,86 60,93 114,99! 144,132 158,140 190,144 250,145 270,142! 254,107! 300,104 372,101 388,98! 384,60 376,32",
  wheels: [72, 302, 28],
  sill: 26,
  belt: 90,
  rim: "hubcap",
  whitewall: true,
  glass: { base: [101, 101], to: 238, lean: 44, pillars: [194], framed: true },
  doors: [118, 194],
  seats: [148, 204],
  lamp: ["wing", 74, 9],
  tail: ["tall", 80, 18],
  bumpers: ["chrome", 44, 44],
  tone: ["roof", 134],
  strip: 70,
  over: (p) => chrome("M4 50h5v14h-5z") + rubStrip(30, 380, 60, lighten(p.second, 0.1), 0.8),
});

export const belAir = profile({
  label: "American coupe with fins",
  size: [508, 153],
  top: "14,34 4,52 4,84 14,99 60,105 138,109 152,111! 174,140 190,149 230,153 280,150 322,138 346,117! 400,110 480,114 505,118! 492,84 500,54 494,34",
  wheels: [92, 384, 35],
  sill: 28,
  belt: 98,
  rim: "hubcap",
  whitewall: true,
  glass: { base: [111, 112], to: 318, lean: -30, pillars: [252], wide: 3, framed: true },
  doors: [156, 252],
  seats: [190, 272],
  lamp: ["round", 86, 10],
  bumpers: ["chrome", 48, 50],
  tone: "M250 88L510 100L510 62L300 70Z",
  over: () =>
    `${strip("M20 82L250 88L504 101", 2)}${strip("M252 88L302 70L498 62", 2)}${chrome("M488 84l14 4l3 -10l-16 -4z")}${red("M498 104l6 12l-2 -18z")}${chrome("M36 106l26 3l2 -3l-26 -3z")}`,
});
