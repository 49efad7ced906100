import { car } from "../car";
import { darken, lighten } from "../color";
import { chrome, crease, dark, lamp, red, seam, slats, steering, strip, tube } from "../parts";

/** An open four-seater of around 1929: long bonnet, flowing wings, wire wheels. */
export const tourer = car({
  label: "pre-war open tourer",
  length: 412,
  height: 150,
  sill: 44,
  belt: 96,
  rim: "wire",
  front: [78, 70],
  rear: [330, 78],
  wheels: [
    { x: 74, r: 38 },
    { x: 340, r: 38 },
  ],
  outline:
    "M60 46L58 104C58 110 62 112 68 112L176 116C184 117 190 121 196 121C202 121 204 116 212 111C226 103 250 103 262 109C268 113 272 114 278 112C296 105 330 106 352 110C372 113 384 108 388 96C392 80 388 62 380 48L340 44Z",
  behind: (p) =>
    `<g fill="${darken(p.leather, 0.25)}"><path d="M232 100C234 118 240 128 248 128C256 128 260 118 262 104Z"/>
      <path d="M322 100C326 120 334 130 342 129C350 128 354 118 354 104Z"/></g><path d="M238 106C240 118 244 124 248 125M328 106C332 120 336 126 342 126" stroke="${lighten(p.leather, 0.3)}" stroke-width="1.200" fill="none"/>
      <path d="M344 106C352 124 372 128 392 120C398 116 396 108 390 104Z" fill="#2b2823"/>
      <path d="M350 110C360 121 376 122 392 115" stroke="#fff" stroke-opacity=".2" fill="none"/>
      ${steering(210, 118, 14, "#3c2516")}<path d="M193 118L199 146L203 146L200 118Z" fill="#dfeaee" opacity=".6"/>
      ${strip("M194 119L200 147", 2.4)}<path d="M36 38A38 38 0 0 1 66 72" fill="none" stroke="#101215" stroke-width="4"/>
      <path d="M70 42L350 42L350 32L70 32Z" fill="#0b0c0f"/>${tube("M30 36C52 30 90 32 120 40M296 40C320 32 350 32 386 38", 3, "#34373c")}`,
  over: (p) =>
    `${chrome("M52 44L52 108C52 115 56 118 62 117L68 116L70 44Z")}<path d="M55 50L55 104" stroke="#22262b" stroke-width="3"/>
      ${dark("M58 118h6v5h-6z", "#c9ced2")}${seam("M70 113L70 46M178 116L178 46")}${strip("M70 100L178 103", 1.2)}
      ${slats(82, 58, 0, 32, 13, 7, 2.4)}<path d="M72 96C100 98 140 100 176 102" stroke="#2a1d14" stroke-width="3.400" opacity=".85"/>
      <path d="M122 102v-50" stroke="#2a1d14" stroke-width="3.400" opacity=".85"/>${crease("M182 103C240 96 320 97 388 92", 1.4)}
      ${seam("M214 110L214 56L256 56C262 66 264 90 262 108")}${seam("M278 112L278 56L314 56C322 70 322 92 318 107")}
      ${strip("M248 92h8M304 92h8", 2)}<path d="M196 122C202 122 205 117 213 112C227 104 250 104 262 110C268 114 272 115 279 113C296 106 330 107 352 111" fill="none" stroke="${p.leather}" stroke-width="2.600" stroke-linecap="round"/>`,
  last: (_p) =>
    `<path d="M22 50C22 76 46 92 76 90C110 88 126 64 142 48C148 42 156 40 166 40L286 40C292 40 296 44 298 52C304 80 322 90 344 88C366 86 382 72 386 52L392 52C390 78 370 96 342 96C314 96 296 80 290 56C289 50 286 48 282 48L170 48C160 48 156 50 150 56C134 76 116 98 78 99C40 100 12 80 14 50Z" fill="url(#second)"/>
      <path d="M16 52C16 80 42 98.500 78 97.500C114 96 132 76 149 55C155 49 160 47 170 47L282 47" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="1.400"/>
      <path d="M293 58C300 80 316 94.500 342 94.500C366 94.500 386 80 390 56" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="1.400"/>
      ${tube("M44 74L44 96", 3, "#b9bfc4")}<path d="M30 106C30 98 36 94 46 94C54 94 60 99 60 106C60 113 54 118 46 118C36 118 30 114 30 106Z" fill="url(#chrome)" stroke="#23262b" stroke-opacity=".5" stroke-width=".6"/>
      ${lamp(32, 106, 3.6, 11.5)}${tube("M176 40C190 30 240 30 300 32L396 30", 4, "#8f959b")}
      ${red("M398 70h-7v9h7z")}<path d="M160 36h128v5h-128z" fill="#15161a"/>${strip("M160 42h128", 1.4)}`,
  secondColor: (p) => (p.second > "#a" ? darken(p.base, 0.62) : p.second),
});

/** A highboy coupe on big rear tyres. */
export const hotRod = car({
  label: "hot rod",
  length: 368,
  height: 146,
  sill: 34,
  belt: 98,
  rim: "steel",
  front: [66, 66],
  rear: [318, 74],
  wheels: [
    { x: 56, r: 31 },
    { x: 314, r: 39 },
  ],
  outline:
    "M64 40L58 96C58 101 61 104 66 104L172 110L178 112L190 138C192 143 196 145 202 145.500L258 145C270 144 278 138 284 126L292 112C312 110 332 104 346 92C354 84 357 70 354 56C352 48 346 42 338 40L300 34L80 36Z",
  glass: [
    "M190 113L199 135C200 138 203 139 206 139L230 139L232 113Z",
    "M242 114L241 138.600C258 138.600 266 134 271 126L276 116C276 115 275 114 273 114Z",
  ],
  inside: (p) =>
    `<path d="M216 112c0 12 4 20 10 20c6 0 8 -10 8 -20z" fill="${darken(p.leather, 0.3)}"/>${steering(200, 116, 11)}`,
  behind: () =>
    `${tube("M40 36L96 44M56 31L84 32", 4, "#3a3d42")}${tube("M56 31C66 40 74 42 84 42", 2.4, "#aeb4b9")}
      <path d="M70 42L340 42L336 30L90 28Z" fill="#0d0e11"/>${tube("M280 38L330 38", 6, "#2c2f34")}`,
  over: (p) =>
    `${chrome("M58 42L52 98C51 105 55 108 61 107L68 106L70 42Z")}<path d="M62 48L57 96" stroke="#22262b" stroke-width="4"/>
      ${dark("M84 96L88 60L158 62L158 100C130 100 106 98 84 96Z", "#101115")}<path d="M92 88h60v5h-60z" fill="url(#chrome)"/>
      <path d="M96 78h52l4 8h-60z" fill="${p.second}"/><path d="M98 64h46v13h-46z" fill="#3b3e44"/>
      <path d="M100 67h42M100 71h42M100 75h42" stroke="#73797f" stroke-width="1.400"/>${[102, 118, 134].map((x) => `${chrome(`M${x - 4} 102h9l2 14h-13z`)}<path d="M${x - 6} 117h13" stroke="#1b1d21" stroke-width="3.400"/>`).join("")}
      <path d="M92 102h54" stroke="#8f959b" stroke-width="4"/>${[96, 108, 120, 132].map((x) => tube(`M${x} 74C${x + 1} 62 ${x + 6} 54 ${x + 16} 50`, 4.2, "#d8dcdf")).join("")}
      ${tube("M110 48L280 42L300 44", 6.5, "#d8dcdf")}${seam("M178 111C174 90 174 64 178 40L240 38C246 60 246 92 240 112L236 141")}
      ${seam("M292 112C290 100 298 84 344 92")}${crease("M70 101C130 107 250 110 292 104C316 101 334 96 348 86", 1.6)}
      ${strip("M228 96h10", 2.2)}${tube("M68 78L56 82", 2.6, "#c9ced2")}<path d="M44 84c0 -7 5 -10 12 -10c6 0 9 4 9 10c0 6 -4 9 -10 9c-7 0 -11 -4 -11 -9z" fill="url(#chrome)" stroke="#23262b" stroke-opacity=".5" stroke-width=".6"/>
      ${lamp(46, 84, 3, 8.4)}${red("M356 62l-7 1l1 8l6 0z")}<path d="M206 60C230 62 290 62 336 78C300 74 250 70 206 70C190 68 188 62 206 60Z" fill="none"/>`,
  secondColor: (p) => p.second,
});

/** A cigar-shaped single-seater of the sixties. */
export const singleSeater = car({
  label: "club racer single-seater",
  length: 400,
  height: 104,
  sill: 18,
  belt: 62,
  rim: "minilite",
  front: [74, 44],
  rear: [320, 58],
  wheels: [
    { x: 84, r: 30 },
    { x: 324, r: 34 },
  ],
  outline:
    "M8 38C6 46 10 54 22 57C60 65 110 70 156 74C166 75 172 78 178 81C184 76 192 72 206 70C222 69 232 70 236 76L244 88C250 92 258 90 268 84C290 72 310 66 330 62L340 58L342 34C320 24 280 18 240 18L120 18C70 20 30 26 12 32Z",
  second: "M-5 44L-5 49.500C80 55 180 58 400 56L400 48C200 50 90 48 -5 44Z",
  behind: (p) =>
    `<path d="M198 72C200 84 204 92 210 94L226 94C230 88 232 80 232 72Z" fill="#1d2a3a"/><path d="M203 96C203 88 208 84 216 84C226 84 231 90 230 98C229 106 223 110 216 110C208 110 203 104 203 96Z" fill="${lighten(p.second, 0.2)}"/>
      <path d="M203 99C204 93 209 90 218 92L217 99C212 101 207 101 203 99Z" fill="#22262c"/>
      <path d="M206 105C211 109 222 109 227 104" stroke="${p.base}" stroke-width="2.600" fill="none"/>
      <path d="M178 80L190 92C198 92 204 90 208 86L206 72Z" fill="#cfe0e6" opacity=".55"/>
      <path d="M179 81L190 92.500C198 92.500 204 90.500 208 86.500" stroke="#fff" stroke-opacity=".8" stroke-width="1" fill="none"/>
      ${tube("M84 32L150 26M84 36L140 58M84 30L120 24", 2.6, "#9ba1a6")}${tube("M324 36L262 30M324 40L268 58M324 30L280 24", 2.6, "#9ba1a6")}
      ${tube("M238 72L244 98L252 98L262 66", 2.6, "#b9bfc4")}${tube("M300 46C330 50 360 56 396 56M300 40C330 44 360 48 396 48", 5, "#c9cdd0")}`,
  over: (_p) =>
    `${dark("M8 38C6 46 10 54 18 56C14 50 13 44 14 34Z", "#0c0d10")}${crease("M30 54C100 64 200 67 330 58", 1.5)}
      ${seam("M132 71L128 20M236 78L232 20")}<path d="M250 88L262 34L340 36L340 58C310 64 280 74 262 85Z" fill="#181a1e"/>
      <path d="M262 42h64v16l-58 4z" fill="#565b61"/><path d="M266 46h58M266 51h58M267 56h58" stroke="#8a9096" stroke-width="1.400"/>
      ${[272, 284, 296, 308].map((x) => `<path d="M${x - 2.4} 62L${x - 4} 77L${x + 5} 77L${x + 2.8} 62Z" fill="url(#chrome)" stroke="#22262b" stroke-opacity=".5" stroke-width=".5"/><path d="M${x - 5} 77h11" stroke="#eceeee" stroke-width="1.600"/>`).join("")}
      ${[270, 282, 294, 306].map((x) => tube(`M${x} 50C${x + 4} 40 ${x + 14} 38 ${x + 26} 40`, 3.4, "#d0d4d7")).join("")}
      ${tube("M296 39L380 42L398 44", 5.5, "#d0d4d7")}<circle cx="142" cy="46" r="15.500" fill="#f4f0e6"/>
      <circle cx="142" cy="46" r="15.500" fill="none" stroke="#000" stroke-opacity=".18" stroke-width=".8"/>
      <path d="M300 92h74l-3 -5h-68z" fill="none"/>${strip("M186 26L226 26", 2)}${tube("M206 78L214 82", 1.6, "#222222")}`,
});
