import { car } from "../car";
import { darken, lighten, mix } from "../color";
import {
  amber,
  chrome,
  crease,
  dark,
  handle,
  lamp,
  mirror,
  red,
  seam,
  seat,
  slats,
  steering,
  strip,
  tube,
} from "../parts";

/** An upright go-anywhere with a rack and a spare wheel on its back. */
export const offRoader = car({
  label: "boxy four-by-four",
  length: 396,
  height: 194,
  sill: 50,
  belt: 116,
  rim: "steel",
  front: [66, 86],
  rear: [336, 104],
  wheels: [
    { x: 82, r: 39, arch: 8 },
    { x: 318, r: 39, arch: 8 },
  ],
  outline:
    "M12 52L9 58L9 112C9 117 11 119.500 17 120.500L112 125L126 126.500L143 184C145 190 148 193 156 193.500L366 193.500C375 193.500 380 191 382 184L391 124L391 54L388 50Z",
  second: "M120 168L400 168L400 210L120 210Z",
  glass: [
    "M138 131L150 176C151 180 153 182 157 182L206 182L206 131Z",
    "M222 135L222 178C222 180 223 181 225 181L354 181C357 181 359 179 359.500 177L365 138C365.500 136 364 135 362 135Z",
  ],
  inside: (p) =>
    `${seat(166, 122, p.leather, 52)}${steering(160, 134, 13)}<path d="M292 135v46" stroke="#0b0d10" stroke-width="4"/>`,
  behind: () =>
    `<path d="M390 72h10v70h-10z" fill="#0e0f12"/><path d="M394 72c14 -2 20 6 20 35c0 29 -6 37 -20 35z" fill="#202226"/>
      <path d="M398 76c9 0 13 6 13 31c0 25 -4 31 -13 31" fill="none" stroke="#fff" stroke-opacity=".14" stroke-width="2"/>`,
  over: (p) =>
    `${tube("M158 202L376 202M158 210L376 210", 3, "#2b2e33")}${tube("M170 194L170 210M238 194L238 210M306 194L306 210M368 194L368 210", 2.6, "#2b2e33")}
      <path d="M196 212h70c4 0 5 3 5 6v10c0 4 -2 5 -5 5h-70c-4 0 -5 -2 -5 -5v-10c0 -4 1 -6 5 -6z" fill="#6d5b3c"/>
      <path d="M191 222h80M212 212v21M250 212v21" stroke="#3a2f1e" stroke-width="2"/><path d="M282 212h44c3 0 4 2 4 5v10c0 3 -1 5 -4 5h-44c-3 0 -4 -2 -4 -5v-10c0 -3 1 -5 4 -5z" fill="${mix(p.base, "#3c4438", 0.6)}"/>
      <path d="M284 229h40" stroke="#fff" stroke-opacity=".25" stroke-width="1.600"/>${seam("M128 126L128 56L212 56L214 130L213 192")}
      ${seam("M214 126L391 126", 1)}${crease("M10 114L124 119.500L391 119.500", 1.8)}${seam("M20 118L110 123")}
      ${seam("M30 118C30 108 38 102 44 98")}<path d="M35 50A48 48 0 0 0 34 58L40 76C48 92 64 98 82 98C100 98 116 92 124 76L130 58L130 50L121 50C119 70 104 88 82 88C60 88 45 70 43 50Z" fill="#1a1c20"/>
      <path d="M271 50A48 48 0 0 0 270 58L276 76C284 92 300 98 318 98C336 98 352 92 360 76L366 58L366 50L357 50C355 70 340 88 318 88C296 88 281 70 279 50Z" fill="#1a1c20"/>
      <path d="M42 78C50 92 64 96 82 96M278 78C286 92 300 96 318 96" stroke="#fff" stroke-opacity=".2" stroke-width="1.500" fill="none"/>
      <path d="M194 108h16v4h-16z" fill="#0d0e11"/><path d="M134 44h132l-4 6h-124z" fill="#1a1c20"/>
      <path d="M134 50h132" stroke="#fff" stroke-opacity=".2" stroke-width="1.200"/>${lamp(9, 99, 2.8, 9)}
      ${amber("M9 80h4v7h-4z")}${dark("M-8 56h26l4 14h-30z", "#1a1c20")}<path d="M-7 69h28" stroke="#fff" stroke-opacity=".22" stroke-width="1.400"/>
      ${tube("M-6 70C-8 84 -6 92 -2 98L8 104", 3, "#2b2e33")}${dark("M384 56h16v12h-16z", "#1a1c20")}
      ${red("M391 88h-4v12h4z")}${amber("M391 102h-4v7h4z")}${slats(86, 108, 0, 8, 5, 5, 2)}
      <path d="M122 118C116 118 114 122 114 128L120 150L138 192L140 198" fill="none" stroke="#1a1c20" stroke-width="4.600"/>
      ${dark("M134 196h12v9h-12z")}${mirror(128, 140, "#1b1d21")}`,
});

/** A rounded pickup of the fifties with a wooden bed. */
export const pickup = car({
  label: "classic pickup truck",
  length: 486,
  height: 174,
  sill: 42,
  belt: 104,
  rim: "hubcap",
  front: [70, 78],
  rear: [396, 84],
  wheels: [
    { x: 94, r: 36, arch: 5 },
    { x: 384, r: 36, arch: 3 },
  ],
  outline:
    "M16 46C6 50 3 60 5 74C6 90 11 101 20 108C32 118 62 124 100 126C128 127.500 150 128.500 168 130C176 147 184 160 194 166.500C203 171.500 214 173 228 173.500L256 173C270 172 279 166 282 156L288 126L289 112L470 112C475 112 477 110 477 106L477 54L474 46L440 42L60 42Z",
  glass: [
    "M180 131C187 146 193 156 200 160C206 163.500 214 164.500 226 164.500L240 164.500L242 131Z",
    "M252 133L250 163C262 163 270 160 272 152L277 136C277 134 276 133 274 133Z",
  ],
  inside: (p) => `${seat(202, 120, p.leather, 42)}${steering(196, 134, 13, "#efe7d6")}`,
  behind: () =>
    `<path d="M292 110L474 110L474 116L292 116Z" fill="#8a5a34"/><path d="M292 115L474 115" stroke="#d6a873" stroke-width="1.400"/>`,
  over: (p) =>
    `${strip("M176 129.600C184 146 191 157.600 199 162C210 167.500 230 166 241 166.400", 1.3)}
      ${crease("M24 106C60 116 120 120 172 121L284 121", 1.6)}${seam("M170 130C164 110 164 76 172 52L246 52C252 70 252 110 246 131L244 166")}
      ${seam("M289 122L289 44", 1.2)}${seam("M54 119C90 124 130 124 164 125")}${handle(226, 112, 12)}
      <path d="M8 56C8 88 34 104 74 106C112 107 142 96 156 70C160 62 166 56 172 52L170 42L10 42Z" fill="url(#paint)"/>
      ${crease("M9 66C14 92 42 103.500 76 104.500C112 105 140 94 154 70", 2)}<circle cx="94" cy="37" r="42" fill="#fff" opacity=".2"/>
      <circle cx="94" cy="37" r="41" fill="#0d0e11"/>${seam("M300 106L468 106M300 92L322 92M446 92L468 92M300 74L316 74M452 74L468 74", 1)}
      <path d="M322 44C322 84 346 104 386 104C426 104 446 86 448 44Z" fill="url(#paint)"/>
      ${crease("M323.500 60C328 88 352 102.500 386 102.500C420 102.500 442 90 446.500 62", 2)}
      <circle cx="384" cy="37" r="40" fill="#fff" opacity=".2"/><circle cx="384" cy="37" r="39" fill="#0d0e11"/>
      <path d="M150 44L322 44L322 52L148 52Z" fill="${darken(p.base, 0.45)}"/><path d="M149 51.500L322 51.500" stroke="${lighten(p.base, 0.4)}" stroke-width="1.200"/>
      ${lamp(14, 90, 4.6, 10, 12)}${amber("M9 72h6v7h-6z")}${strip("M118 112L164 113.500", 2)}
      ${chrome("M8 100C4 92 2 84 2 76l4 -1C7 84 9 92 13 99Z")}${chrome("M-6 48c-2 7 0 11 5 12l34 2l1 -7l-26 -3l-1 -5z")}
      ${chrome("M484 46c2 6 0 10 -5 11l-26 2l-1 -6l20 -3l1 -4z")}${red("M477 84h-5v12h5z")}
      ${mirror(172, 140, "#cfd4d7")}${strip("M176 130C170 138 172 140 178 141", 1.2)}`,
});

/** A microbus in two colours. */
export const microbus = car({
  label: "classic microbus",
  length: 428,
  height: 192,
  sill: 31,
  belt: 110,
  rim: "hubcap",
  front: [62, 88],
  rear: [346, 96],
  wheels: [
    { x: 90, r: 32, arch: 4 },
    { x: 328, r: 32, arch: 3 },
  ],
  outline:
    "M18 33C9 36 5 44 4 56C2 80 2 104 8 124C14 147 24 168 36 180C44 187 56 190.500 72 191L376 191C398 190.500 410 185 415.500 171C421 152 423 120 423 95L422 52C421 40 416 33 406 32L60 31Z",
  second: "M-5 62C10 92 34 116 74 118L430 118L430 200L-5 200Z",
  glass: [
    "M20 132C25 147 31 158 38 165L46 165L46 132Z",
    "M64 131L64 164C64 167 66 169 69 169L122 169C125 169 127 167 127 164L127 131Z",
    "M142 131h54c3 0 5 2 5 5v28c0 3 -2 5 -5 5h-54c-3 0 -5 -2 -5 -5v-28c0 -3 2 -5 5 -5z",
    "M216 131h54c3 0 5 2 5 5v28c0 3 -2 5 -5 5h-54c-3 0 -5 -2 -5 -5v-28c0 -3 2 -5 5 -5z",
    "M290 131h54c3 0 5 2 5 5v28c0 3 -2 5 -5 5h-54c-3 0 -5 -2 -5 -5v-28c0 -3 2 -5 5 -5z",
    "M362 131h36c3 0 5 2 5 5c0 10 -1 19 -3 28c-1 3 -3 5 -6 5h-32c-3 0 -5 -2 -5 -5v-28c0 -3 2 -5 5 -5z",
  ],
  inside: (p) =>
    `${seat(84, 122, p.leather, 46)}${steering(74, 134, 13, "#efe7d6")}${seat(160, 122, p.leather, 44)}
      ${seat(238, 122, p.leather, 44)}<path d="M292 169c6 -10 8 -24 8 -38h-12v38zM346 169c-6 -10 -8 -24 -8 -38h12v38z" fill="${mix(p.second, p.base, 0.25)}"/>`,
  over: (p) =>
    `${crease("M4 64C14 92 36 115 74 117.500L422 117.500", 1.8)}<path d="M5 60C16 90 38 112 76 114.600L423 114.600" stroke="${lighten(p.second, 0.3)}" stroke-width="1.600" fill="none"/>
      ${crease("M22 176C34 180 50 181 80 181L410 181", 2)}<path d="M30 175C44 178 60 178.500 80 178.500L414 178.500" stroke="#000" stroke-opacity=".2" stroke-width="1.400" fill="none"/>
      ${seam("M56 176L56 70C64 60 66 46 66 36L126 36C132 50 133 110 133 176Z")}${seam("M208 120L208 40M134 40L280 40L280 176", 0.9)}
      ${handle(114, 106, 10)}${handle(196, 106, 9)}${handle(212, 106, 9)}<g transform="translate(356 102)">${slats(0, 0, 0, 9, 7, 6, 2)}
      </g>${lamp(8, 88, 3.8, 9.5, 4)}${amber("M10 108c3 1 5 2 7 4l2 -3c-3 -3 -6 -4 -9 -4z")}
      ${red("M423 82h-5v12h5z")}${chrome("M-4 44c-2 6 0 10 5 11l48 2l1 -6l-40 -3l-2 -5z")}
      ${chrome("M431 44c2 6 0 10 -5 11l-36 2l-1 -6l30 -3l1 -5z")}${strip("M52 131L52 150C44 152 42 146 44 142", 1.2)}
      ${mirror(46, 146, "#d3d8db")}${tube("M150 200L346 200", 2.6, "#c9b08a")}${tube("M160 191L160 200M214 191L214 200M282 191L282 200M338 191L338 200", 2.2, "#8d9398")}
      <path d="M184 202h54c4 0 5 2 5 5v11c0 4 -2 5 -5 5h-54c-3 0 -5 -2 -5 -5v-11c0 -3 2 -5 5 -5z" fill="#7a4a28"/>
      <path d="M196 202v21M226 202v21" stroke="#c79b62" stroke-width="2.600"/><path d="M252 202h46c3 0 5 2 5 4v6c0 3 -2 4 -5 4h-46c-3 0 -5 -1 -5 -4v-6c0 -2 2 -4 5 -4z" fill="${mix(p.base, "#3b2e25", 0.45)}"/>
      <path d="M126 31h164v5h-164z" fill="#101114" opacity=".6"/>`,
});
