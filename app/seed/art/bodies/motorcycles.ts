import { darken, lighten } from "../color";
import type { Paint } from "../palette";
import { amber, chrome, dark, lamp, red, tube } from "../parts";
import type { Figure } from "../spec";
import { drawWheel } from "../wheels";
import { fins, shine, tankDefs } from "./bikes";

/** A motorcycle in cm; the frame is the same for all, what people recognise is not. */
interface Machine {
  label: string;
  engine: "twin" | "single" | "vee" | "desmo" | "boxer" | "four";
  wheels?: readonly [front: number, rear: number, radius: number];
  length?: number;
  height?: number;
  tank: string;
  seat: string;
  /** Tail unit or rear mudguard. */
  tail: string;
  exhaust: readonly string[];
  bars: string;
  lampAt: readonly [x: number, y: number, size: number];
  /** "spoked", "cast". */
  rim?: "moto" | "five" | "minilite";
  /** Paint of tank and tail: the second colour instead of the first. */
  plain?: boolean;
  guard?: boolean;
  over?(paint: Paint): string;
  last?(paint: Paint): string;
}

const CASES = `<path d="M84 30C82 40 86 46 96 47L122 46C130 46 134 40 132 32C128 26 96 24 84 30Z" fill="#767c82"/><path d="M84 30C82 40 86 46 96 47L122 46C130 46 134 40 132 32" fill="none" stroke="#dfe3e5" stroke-width="1.2"/><circle cx="122" cy="36" r="8.5" fill="#9aa0a6" stroke="#44494f"/>`;

const barrel = (x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="#5d646b"/>${[0.95, 0.75, 0.55].map((k) => `<circle cx="${x}" cy="${y}" r="${r * k}" fill="none" stroke="#c2c7cb" stroke-width="1.3"/>`).join("")}<rect x="${x - r * 0.5}" y="${y - r * 0.36}" width="${r}" height="${r * 0.72}" rx="3" fill="#c9ced2" stroke="#44494f" stroke-width=".8"/>`;

const ENGINES: Record<Machine["engine"], string> = {
  twin: `${CASES}${fins(85, 47, 24, 7, 8)}${chrome("M82 66l24 3l-1 6l-22 -2z")}`,
  single: `${CASES}${fins(90, 46, 20, 10, 6)}${tube("M112 46L108 72", 2.4, "#d5d9dc")}${chrome("M88 72l20 2l-2 5l-17 -2z")}`,
  vee: `${CASES}<path d="M86 44L78 62L96 74L112 62L110 46Z" fill="#6a7076"/>${barrel(92, 58, 14)}${tube("M108 58L122 56", 5, "#8b9197")}`,
  desmo: `${CASES}<g transform="translate(62 58)rotate(-98)">${fins(0, 0, 20, 9, 0)}</g>${fins(98, 46, 20, 8, -14)}<circle cx="104" cy="36" r="8" fill="#b4babf" stroke="#44494f"/>`,
  boxer: `${CASES}${barrel(92, 40, 15)}${tube("M112 44L124 50", 5, "#8b9197")}`,
  four: `${CASES}${fins(82, 46, 32, 8, 6)}${chrome("M80 68l34 4l-2 7l-31 -3z")}<circle cx="100" cy="37" r="7" fill="#b4babf" stroke="#44494f"/>`,
};

function machine(spec: Machine): Figure {
  const [front, rear, r] = spec.wheels ?? [34, 174, 32];
  const rim = spec.rim ?? "moto";
  const [lx, ly, size] = spec.lampAt;
  const fill = spec.plain ? "url(#tank2)" : "url(#tank)";
  const hub = (x: number) => `<circle cx="${x}" cy="${r}" r="4" fill="#c9ced2" stroke="#333" stroke-width=".8"/>`;
  const draw = (p: Paint) =>
    `${tankDefs(p)}${drawWheel(front, r, rim, p.base, 0.78)}${drawWheel(rear, r, rim, p.base, 0.78)}
      ${spec.guard === false ? "" : `<path d="M${front - 26} ${r + 14}C${front - 14} ${r + 38} ${front + 12} ${r + 40} ${front + 27} ${r + 22}" fill="none" stroke="#c9ced2" stroke-width="2.4" stroke-linecap="round"/>`}
      ${tube(`M126 38L${rear} ${r}`, 4.6, "#4c5157")}${tube("M64 78C66 60 74 34 84 26L124 25C132 40 134 56 138 68L70 76", 3.4, "#2a2d32")}
      ${tube("M136 67L164 74", 3, "#2a2d32")}${tube(`M148 71L${rear - 4} ${r + 2}`, 3.4, "#b9bfc4")}${tube(`M148 69L${rear - 3} ${r + 4}`, 1.6, "#23262b")}
      ${ENGINES[spec.engine]}${tube("M108 58L120 58", 5, "#8b9197")}${spec.exhaust.map((d, i) => tube(d, i === 0 ? 4.2 : 6.4, "#d2d6d9")).join("")}
      ${tube(`M${front} ${r}L58 92`, 4.4, "#c3c8cc")}${tube(`M${front} ${r}L${front + 12} ${r + 29}`, 6.4, "#6b7177")}${hub(front)}${hub(rear)}
      ${dark("M52 76l12 5l-2 5l-12 -4z", "#3a3e44")}${tube(spec.bars, 3, "#c9ced2")}
      <path d="M${lx - 1} ${ly + 7}C${lx} ${ly - 8} ${lx + 4} ${ly - 9} ${lx + 10} ${ly - 8}L${lx + 16} ${ly - 3}V${ly + 6}L${lx + 9} ${ly + 9}Z" fill="url(#chrome)" stroke="#22262b" stroke-width=".6"/>${lamp(lx + 1, ly, 2.6, size)}
      <path d="${spec.tail}" fill="${fill}" stroke="#0b0c0f" stroke-opacity=".4" stroke-width=".6"/>${red("M170 79l6 1l-1 5l-5 0z")}
      <path d="${spec.seat}" fill="${darken(p.leather, 0.4)}"/><path d="${spec.tank}" fill="${fill}" stroke="#0b0c0f" stroke-opacity=".4" stroke-width=".6"/>
      ${shine("M72 88C82 92 96 91 104 87", 1.6)}<ellipse cx="86" cy="93.5" rx="5" ry="1.8" fill="url(#chrome)"/>${spec.over?.(p) ?? ""}
      ${tube("M122 30L134 29", 2.6, "#c9ced2")}<path d="M100 22L94 13" stroke="#2a2d32" stroke-width="2"/>${spec.last?.(p) ?? ""}`;
  return {
    label: spec.label,
    length: spec.length ?? 208,
    height: spec.height ?? 108,
    front: [58, 66],
    rear: [150, 56],
    wheels: [
      { x: front, r },
      { x: rear, r },
    ],
    outline: "",
    draw,
  };
}

const LOW_PIPE = ["M85 56C76 52 76 34 86 26C96 20 110 22 122 23", "M120 23L194 32"];
const ROADSTER_TANK = "M66 76C62 84 66 92 78 94C92 95 106 92 114 84C117 80 117 76 115 72L106 70C94 67 78 68 70 71Z";
const FLAT_SEAT = "M112 73C124 70 150 71 168 76C172 78 170 84 164 85C148 84 126 86 116 84C111 82 109 76 112 73Z";
const GUARD = "M146 70C156 74 172 66 184 58L188 62C178 72 164 80 150 78Z";
const HIGH_BARS = "M58 92L64 102L78 100";

export const commando = machine({
  label: "British parallel twin",
  engine: "twin",
  tank: ROADSTER_TANK,
  seat: "M110 74C124 70 148 72 162 79C170 82 176 88 174 90C160 90 132 84 116 84C110 82 108 77 110 74Z",
  tail: GUARD,
  exhaust: ["M85 56C74 52 76 34 88 26C98 22 110 24 122 28", "M118 27L178 40L196 44"],
  bars: HIGH_BARS,
  lampAt: [43, 80, 8],
  over: (p) =>
    `<path d="M72 79C84 76 98 76 110 78" fill="none" stroke="${lighten(p.second, 0.2)}" stroke-width="1.6"/><path d="M130 56L144 60L140 70L126 68Z" fill="url(#tank)"/>`,
});

export const bullet = machine({
  label: "long-stroke single",
  engine: "single",
  tank: "M64 78C62 88 70 95 82 95C98 95 112 90 116 82C117 77 114 73 108 72C94 69 72 70 64 78Z",
  seat: "M112 76C116 86 132 86 142 80C146 76 144 72 138 72C128 71 114 70 112 76ZM146 78C150 84 164 86 176 80C178 77 174 75 168 75C158 74 146 74 146 78Z",
  tail: "M136 66C150 78 180 74 200 42L206 44C190 84 152 86 134 72Z",
  exhaust: LOW_PIPE,
  bars: "M58 92L66 104L82 99",
  lampAt: [42, 82, 9],
  over: (p) =>
    `<path d="M70 84C84 80 100 80 112 82L110 86C98 90 80 92 70 88Z" fill="${p.second}" opacity=".85"/><path d="M126 50h16v16h-16z" fill="${darken(p.base, 0.4)}"/><path d="M124 48L144 66" stroke="#c9ced2"/>`,
});

export const sportDesmo = machine({
  label: "Italian sports bike with a half fairing",
  engine: "desmo",
  tank: "M68 76C64 84 68 92 80 93C98 94 112 91 120 84C122 80 120 76 116 73C100 68 78 68 68 76Z",
  seat: "M116 74C126 71 140 72 150 76L148 82C138 80 126 80 118 83Z",
  tail: "M144 74C152 72 168 76 180 84C180 90 166 92 158 90C150 86 145 80 144 74Z",
  exhaust: ["M104 42C92 24 100 20 116 22", "M114 21L196 36"],
  bars: "M57 86L72 85",
  lampAt: [36, 84, 8],
  guard: true,
  over: (p) =>
    `<path d="M34 88C36 74 44 66 58 66L66 72L64 88L52 98C44 98 36 96 34 88Z" fill="url(#tank)" stroke="#0b0c0f" stroke-opacity=".4" stroke-width=".6"/><path d="M48 97C52 106 60 110 68 108L64 96L54 96Z" fill="#d5e3e8" opacity=".7"/>${lamp(37, 84, 2.6, 7)}<path d="M66 82C84 78 104 78 120 81" fill="none" stroke="${p.second}" stroke-width="3"/>`,
});

export const thruxton = machine({
  label: "modern cafe racer",
  engine: "twin",
  rim: "moto",
  tank: ROADSTER_TANK,
  seat: "M112 73C124 71 140 72 150 76L148 83C136 82 124 82 114 84Z",
  tail: "M146 74C156 73 170 78 178 84C172 92 160 92 152 88Z",
  exhaust: ["M85 56C76 52 78 34 90 27C100 22 112 24 124 27", "M122 26L190 44"],
  bars: "M57 88L74 88",
  lampAt: [42, 80, 8.5],
  over: (p) =>
    `<path d="M84 94C86 86 87 78 86 69L94 68C96 76 95 88 93 94Z" fill="${p.second}"/><path d="M152 88C154 84 156 79 157 75L163 77C163 82 162 86 160 91Z" fill="${p.second}"/>${dark("M54 94c4 -4 8 -3 10 0l-4 4z")}`,
});

export const goldStar = machine({
  label: "British clubman single",
  engine: "single",
  tank: "M64 76C60 86 66 95 80 96C96 97 112 92 117 83C118 78 116 73 110 71C94 67 72 68 64 76Z",
  seat: "M112 74C122 71 142 72 162 76C168 78 170 82 164 85C146 84 126 84 116 84Z",
  tail: GUARD,
  exhaust: ["M92 64C78 60 78 34 88 26C96 20 108 22 122 22", "M120 22L168 26L200 26"],
  bars: "M58 88L76 84",
  lampAt: [42, 80, 8],
  over: (p) =>
    `<path d="M66 80C70 74 82 71 96 72C104 73 108 78 102 82C92 88 74 90 67 86Z" fill="#dfe3e5"/><circle cx="86" cy="80" r="5" fill="${darken(p.base, 0.1)}"/>`,
});

export const guzzi = machine({
  label: "Italian transverse V-twin",
  engine: "vee",
  tank: "M66 78C64 86 70 93 84 94C98 94 110 90 114 84C116 80 112 76 106 76C92 75 78 74 66 78Z",
  seat: FLAT_SEAT,
  tail: GUARD,
  exhaust: ["M84 50C76 40 80 26 92 22C104 18 112 18 122 19", "M120 18L198 26"],
  bars: "M57 90L62 96L76 94",
  lampAt: [43, 80, 8],
  over: (p) =>
    `<path d="M118 52L142 58L140 72L120 70Z" fill="${p.second}"/><path d="M68 82C82 78 98 78 112 80" fill="none" stroke="${p.second}" stroke-width="1.4"/>`,
});

export const cbFour = machine({
  label: "Japanese four-cylinder roadster",
  engine: "four",
  tank: ROADSTER_TANK,
  seat: FLAT_SEAT,
  tail: "M148 70C158 76 176 70 188 58L192 62C182 74 168 82 152 80Z",
  exhaust: ["M82 58C72 50 74 34 84 25C94 20 108 21 120 22", "M118 20L202 28", "M122 30L202 40"],
  bars: "M58 92L66 103L82 98",
  lampAt: [42, 81, 9],
  over: (p) =>
    `<path d="M68 80C82 78 98 78 112 80L110 84C96 82 82 82 68 84Z" fill="${p.second}"/>${tube("M86 54C78 48 80 34 90 26", 3.4, "#d2d6d9")}${tube("M92 54C84 48 86 34 96 26", 3.4, "#d2d6d9")}<path d="M124 52L144 58L140 70L124 68Z" fill="url(#tank)"/>${amber("M60 74h6v5h-6z")}`,
});

const ENDURO = { wheels: [34, 182, 34] as const, length: 218, height: 122 };

export const parisDakar = machine({
  label: "boxer enduro",
  ...ENDURO,
  engine: "boxer",
  tank: "M60 78C58 90 66 99 80 99C98 99 112 92 117 84C118 78 114 74 106 74C92 73 70 72 60 78Z",
  seat: "M110 78C124 76 152 80 172 86C176 90 172 94 164 94C146 90 126 88 112 88Z",
  tail: "M150 84C168 88 190 88 206 80L208 84C194 96 168 98 150 92Z",
  exhaust: ["M88 34C84 26 96 20 110 22", "M108 24C130 32 150 52 168 58L200 66"],
  bars: "M58 94L62 108L80 106",
  lampAt: [44, 88, 9],
  guard: false,
  over: (p) =>
    `<path d="M2 82C22 90 44 88 60 80L62 74C46 78 22 80 4 76Z" fill="url(#tank)"/><path d="M66 84L112 82L110 92L68 94Z" fill="${p.second}" opacity=".9"/><path d="M114 60L140 64L136 78L114 76Z" fill="#202226"/>`,
});

export const desertTwin = machine({
  label: "rally replica with a tall fairing",
  ...ENDURO,
  height: 138,
  engine: "desmo",
  rim: "moto",
  tank: "M58 72C54 86 62 100 78 101C98 101 114 93 119 84C119 76 112 68 102 64L70 62Z",
  seat: "M110 80C126 76 152 80 172 86C176 90 172 94 164 94C146 90 126 88 112 88Z",
  tail: "M140 84C160 86 190 94 204 90L206 96C188 104 160 100 140 94Z",
  exhaust: ["M104 42C92 24 102 20 118 24", "M116 26C136 36 156 60 170 68L204 78"],
  bars: "M60 96L66 112L84 110",
  lampAt: [32, 98, 9],
  guard: false,
  over: (p) =>
    `<path d="M6 84C24 92 46 90 60 82L62 76C46 80 24 82 8 78Z" fill="url(#tank)"/><path d="M30 108C28 94 36 84 56 78L72 64L80 74L72 102L54 116C42 118 32 116 30 108Z" fill="url(#tank)" stroke="#0b0c0f" stroke-opacity=".4" stroke-width=".6"/><path d="M40 115C44 128 56 136 66 134L64 110L52 116Z" fill="#d5e3e8" opacity=".65"/>${lamp(33, 98, 2.8, 8)}<path d="M44 112L76 72L84 76L60 112Z" fill="${p.second}"/><path d="M112 90L120 82L134 88L128 92Z" fill="${p.second}"/>`,
});

export const tenere = machine({
  label: "big-tank desert single",
  ...ENDURO,
  engine: "single",
  tank: "M54 72C52 88 60 102 80 103C100 103 114 95 118 84C119 78 108 70 96 64C84 58 66 60 54 72Z",
  seat: "M110 80C126 76 152 80 172 86C176 90 172 94 164 94C146 90 126 88 112 88Z",
  tail: "M148 84C166 88 192 92 206 86L208 91C192 100 166 100 148 93Z",
  exhaust: ["M92 64C78 58 82 34 94 28C108 24 118 34 126 44", "M124 44C140 56 156 66 168 68L196 72"],
  bars: "M60 94L62 110L80 108",
  lampAt: [42, 94, 9],
  guard: false,
  plain: false,
  over: (p) =>
    `<path d="M4 86C24 92 44 90 58 82L60 76C44 82 24 84 6 80Z" fill="url(#tank2)"/><path d="M42 100C40 90 46 84 56 84L62 90L60 106L52 110C46 110 43 106 42 100Z" fill="url(#tank2)"/>${lamp(43, 94, 2.8, 7)}<path d="M58 80C72 76 98 78 114 84L112 90C96 86 74 84 58 86Z" fill="${p.second}"/>`,
});
