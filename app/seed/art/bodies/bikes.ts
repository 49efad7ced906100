import { darken, lighten } from "../color";
import type { Paint } from "../palette";
import { amber, chrome, dark, lamp, red, seam, strip, tube } from "../parts";
import type { Figure } from "../spec";
import { drawWheel } from "../wheels";

/** Gradients of tanks and panels; once per motorcycle. */
export const tankDefs = (p: Paint) =>
  `<defs>${[
    ["tank", p.base],
    ["tank2", p.second],
  ]
    .map(
      ([id, color]) =>
        `<linearGradient id="${id}" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="${lighten(color as string, 0.6)}"/>
          <stop offset=".16" stop-color="${lighten(color as string, 0.3)}"/><stop offset=".42" stop-color="${color}"/>
          <stop offset=".7" stop-color="${darken(color as string, 0.3)}"/><stop offset="1" stop-color="${darken(color as string, 0.55)}"/>
          </linearGradient>`,
    )
    .join("")}</defs>`;

/** A highlight along a line. */
export const shine = (d: string, width = 1) =>
  `<path d="${d}" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="${width}" stroke-linecap="round"/>`;

/** Cooling fins: `count` bars upwards from (x, y). */
export const fins = (x: number, y: number, width: number, count: number, lean = 0) =>
  `<g transform="translate(${x} ${y})rotate(${lean})"><path d="M3 -1h${width - 6}v${count * 2.6 + 1}h${-(width - 6)}z" fill="#3b3f45"/>
    ${Array.from({ length: count }, (_, i) => `<path d="M0 ${i * 2.6}h${width}" stroke="#c2c7cb" stroke-width="1.300" stroke-linecap="round"/><path d="M1 ${i * 2.6 - 0.9}h${width - 2}" stroke="#23262b" stroke-width=".8"/>`).join("")}
    </g>`;

/** A café racer: low bars, long tank, humped seat. */
export const cafeRacer: Figure = {
  label: "cafe racer motorcycle",
  length: 208,
  height: 108,
  front: [58, 66],
  rear: [150, 56],
  wheels: [
    { x: 34, r: 32 },
    { x: 174, r: 32 },
  ],
  outline: "",
  draw: (p) =>
    `${tankDefs(p)}${drawWheel(34, 32, "moto", p.base, 0.78)}${drawWheel(174, 32, "moto", p.base, 0.78)}
      <path d="M4 46A33.500 33.500 0 0 0 60 53" fill="none" stroke="url(#tank)" stroke-width="0"/>
      <path d="M12 58C20 68 44 70 58 56" fill="none" stroke="#c9ced2" stroke-width="2.200" stroke-linecap="round"/>
      ${tube("M126 38L174 32", 4.6, "#4c5157")}${tube("M64 78C66 60 74 34 84 26L124 25C132 40 134 56 138 68L70 76", 3.4, "#2a2d32")}
      ${tube("M136 67L164 74", 3, "#2a2d32")}${tube("M148 71L170 34", 2.6, "#1d1f23")}${Array.from({ length: 9 }, (_, i) => `<path d="M${147 + i * 1.9} ${66 - i * 3.2}l5 2.600" stroke="#d5d9dc" stroke-width="1.500" stroke-linecap="round"/>`).join("")}
      <path d="M84 30C82 40 86 46 96 47L122 46C130 46 134 40 132 32C128 26 96 24 84 30Z" fill="#767c82"/>
      <path d="M84 30C82 40 86 46 96 47L122 46C130 46 134 40 132 32" fill="none" stroke="#dfe3e5" stroke-width="1.200"/>
      <circle cx="122" cy="36" r="8.500" fill="#9aa0a6"/><circle cx="122" cy="36" r="8.500" fill="none" stroke="#44494f" stroke-width="1"/>
      <path d="M94 30C100 26 112 28 114 35C114 42 106 45 98 43C92 40 91 33 94 30Z" fill="#b4babf" stroke="#44494f" stroke-width=".8"/>
      ${shine("M96 41C100 43 106 43 110 40", 1.2)}${fins(85, 47, 24, 7, 8)}${chrome("M82 66l24 3l-1 6l-22 -2z")}
      ${tube("M108 58L120 58", 5, "#8b9197")}<path d="M119 51l12 2v10l-12 1z" fill="#c3c8cc" stroke="#44494f" stroke-width=".7"/>
      ${tube("M85 56C76 52 76 34 86 26C96 20 110 22 122 23", 4.2, "#d2d6d9")}<path d="M120 20.500L182 27L197 31L196 37L180 34L120 25.500Z" fill="url(#chrome)" stroke="#23262b" stroke-opacity=".5" stroke-width=".6"/>
      <path d="M196.500 31l1.500 3l-2 3z" fill="#111"/>${tube("M34 32L58 90", 4.4, "#c3c8cc")}
      ${tube("M34 32L46 61", 6.4, "#6b7177")}<circle cx="34" cy="32" r="4" fill="#c9ced2" stroke="#333" stroke-width=".8"/>
      <circle cx="174" cy="32" r="4" fill="#c9ced2" stroke="#333" stroke-width=".8"/>${dark("M52 74l12 5l-2 4l-12 -4z", "#3a3e44")}
      <path d="M50 92L60 90L70 92" fill="none" stroke="#2a2d32" stroke-width="2.600"/>${tube("M57 88L72 87", 3, "#c9ced2")}
      ${tube("M70 87L82 86", 4.6, "#1a1b1e")}<path d="M58 90L56 100" stroke="#333" stroke-width="1.200"/>
      <ellipse cx="56" cy="102" rx="5" ry="3.600" fill="url(#chrome)" stroke="#333" stroke-width=".6"/>
      <path d="M42 80C42 73 47 71 53 72L60 76L60 86L52 89C46 89 42 87 42 80Z" fill="url(#chrome)" stroke="#22262b" stroke-width=".6"/>
      ${lamp(43.5, 80, 2.6, 8)}<path d="M66 76C63 82 66 91 76 93C90 95 104 93 112 86C117 81 118 76 116 72L108 70C96 66 80 67 70 71C68 72 67 74 66 76Z" fill="url(#tank)" stroke="#0b0c0f" stroke-opacity=".4" stroke-width=".6"/>
      <path d="M70 80C80 76 98 76 112 80" fill="none" stroke="${p.second}" stroke-width="2.200"/>
      ${shine("M71 88C80 92.500 96 92 106 87", 1.6)}<path d="M86 72C94 70 102 71 108 74C104 80 90 80 86 72Z" fill="#000" opacity=".16"/>
      <ellipse cx="86" cy="93.500" rx="5" ry="1.800" fill="url(#chrome)"/><path d="M113 76C122 73 140 73 154 77L150 85C140 81 124 80 114 84Z" fill="${darken(p.leather, 0.35)}"/>
      <path d="M116 82C126 79 140 80 149 83" stroke="${lighten(p.leather, 0.3)}" stroke-width="1" fill="none"/>
      <path d="M120 81l2 -7M128 80l1 -7M136 80.500l0 -7M144 82l-1 -7" stroke="#000" stroke-opacity=".35" stroke-width=".8"/>
      <path d="M146 75C152 74 162 75 170 80C172 84 168 90 160 90C152 90 148 84 146 75Z" fill="url(#tank)"/>
      ${shine("M152 84C156 88 162 88 166 86", 1.2)}${red("M168 79l5 1l-1 5l-4 0z")}<path d="M128 56L142 60L138 70L124 69Z" fill="url(#tank)"/>
      <circle cx="133" cy="63.500" r="4.600" fill="#f2ecdf"/>${tube("M122 30L134 29", 2.6, "#c9ced2")}
      <path d="M100 22L94 14" stroke="#2a2d32" stroke-width="2"/>`,
};

/** A tall travelling machine with aluminium cases. */
export const adventureBike: Figure = {
  label: "adventure touring motorcycle",
  length: 228,
  height: 142,
  front: [62, 84],
  rear: [168, 72],
  wheels: [
    { x: 37, r: 35 },
    { x: 190, r: 33 },
  ],
  outline: "",
  draw: (p) =>
    `${tankDefs(p)}${drawWheel(37, 35, "moto", p.base, 0.76)}${drawWheel(190, 33, "moto", p.base, 0.76)}
      ${tube("M132 42L190 33", 6.5, "#5b6067")}${tube("M72 88L86 30L128 30L142 66L170 78M72 84L140 74", 4, p.second)}
      <path d="M150 66h68c3 0 4 1 4 4v28c0 3 -2 4 -4 4h-62c-3 0 -5 -2 -5 -5z" fill="#6d747a"/>
      <path d="M84 28C80 40 84 50 96 52L126 50C136 48 138 38 134 30C126 22 94 22 84 28Z" fill="#6a7076"/>
      <path d="M84 28C80 40 84 50 96 52L126 50C136 48 138 38 134 30" fill="none" stroke="#d9dde0" stroke-width="1.400"/>
      <circle cx="124" cy="37" r="9" fill="#8f959b" stroke="#3b3f45" stroke-width="1"/>${fins(72, 32, 22, 7, 0)}
      <path d="M68 31h8v20h-8c-4 0 -6 -4 -6 -10s2 -10 6 -10z" fill="#c9ced2" stroke="#3b3f45" stroke-width=".8"/>
      ${shine("M66 46C69 49 72 49 75 49", 1.4)}${tube("M84 34C80 22 96 20 116 22", 4.6, "#c3c8cc")}
      <path d="M112 18L158 25C164 26 192 44 206 56L202 63C186 52 160 38 154 35L112 26Z" fill="url(#chrome)" stroke="#23262b" stroke-opacity=".5" stroke-width=".7"/>
      <path d="M74 52L72 74L92 84L126 82L134 62L126 50Z" fill="#1d2024"/><path d="M76 66h14M75 70h15M76 62h14M76 58h14" stroke="#50555b" stroke-width="1.400"/>
      <path d="M98 50L104 64L122 62L120 50Z" fill="#8b9197"/>${tube("M76 74L96 54L120 78L134 52M82 82L138 70", 3.4, "#a4aab0")}
      ${tube("M37 35L64 100", 5.4, "#d8c48a")}${tube("M37 35L48 62", 7.4, "#474c52")}<circle cx="37" cy="35" r="4.600" fill="#c9ced2" stroke="#333" stroke-width=".8"/>
      <circle cx="190" cy="33" r="5" fill="#c9ced2" stroke="#333" stroke-width=".8"/><path d="M20 64C30 74 46 76 62 66L60 62C46 69 34 68 24 61Z" fill="#1f2226"/>
      <path d="M8 80C20 84 34 84 48 82L66 92L64 102C48 100 20 92 8 80Z" fill="url(#tank)"/>
      ${shine("M14 83C28 90 44 96 60 98", 1.2)}<path d="M44 96L54 92L68 98L66 110L52 108C46 106 43 102 44 96Z" fill="#1d2024"/>
      ${lamp(46.5, 101, 3, 7, 8)}<path d="M50 108C52 122 60 134 70 140L75 138C68 130 66 118 68 106Z" fill="#d5e3e8" opacity=".6"/>
      <path d="M51 109C53 122 60 133.500 70 139.500" stroke="#fff" stroke-width="1.200" fill="none" opacity=".9"/>
      ${tube("M66 102L78 114L88 113", 3, "#2a2d32")}${tube("M86 113L97 112", 5, "#17181b")}
      <path d="M78 108C84 104 90 108 92 114L80 116Z" fill="#202328"/>${tube("M78 114L80 126", 1.6, "#2a2d32")}
      <ellipse cx="80" cy="129" rx="6.500" ry="3.800" fill="#202328"/><path d="M64 92C62 104 72 113 88 113C102 113 114 106 120 96L128 88L118 80L96 78L88 66L76 64C70 72 66 82 64 92Z" fill="url(#tank)" stroke="#0b0c0f" stroke-opacity=".35" stroke-width=".6"/>
      <path d="M70 78L92 84L100 92L70 96C67 94 67 84 70 78Z" fill="url(#tank2)"/><path d="M76 66L88 68L94 78L78 76Z" fill="#1d2024"/>
      ${shine("M74 106C84 111 100 109 110 101", 1.8)}${seam("M70 97L104 92L118 81")}<path d="M116 92C122 88 134 86 146 88L150 98C138 94 126 95 118 98Z" fill="#1d1f23"/>
      <path d="M146 90C158 88 174 92 184 98L182 106C172 102 160 101 150 103Z" fill="#26292e"/>
      <path d="M119 96C130 93 140 93 148 96M152 101C162 100 172 101 181 104" stroke="#fff" stroke-opacity=".22" stroke-width="1.200" fill="none"/>
      <path d="M120 80L148 78L152 88L128 88Z" fill="url(#tank)"/>${tube("M148 82L200 92", 3, "#3a3e44")}
      <path d="M150 58L206 60C211 60 213 63 213 66L212 88C212 92 210 94 206 94L160 93C156 93 154 91 153 88L147 63C146 60 147 58 150 58Z" fill="#b9bec1" stroke="#4a4f55" stroke-width=".8"/>
      <path d="M148 64L213 67L213 72L149 69Z" fill="#000" opacity=".1"/><path d="M153 88C154 91 156 93 160 93L206 94C210 94 212 92 212 88L212.200 86L152.500 85Z" fill="#dde1e3"/>
      <path d="M164 93L160 58.500M202 94L200 60" stroke="#6c7278" stroke-width="2.400"/>${shine("M168 82L196 83", 1)}
      <path d="M186 104h26c3 0 4 2 4 4v16c0 3 -2 5 -5 5h-22c-4 0 -6 -3 -6 -6v-14c0 -3 1 -5 3 -5z" fill="#34383d"/>
      <path d="M184 112h32" stroke="#111" stroke-width="1"/>${shine("M189 126.500h20", 1)}
      ${red("M214 96l6 0l0 -6l-6 -1z")}${amber("M204 54l8 0l0 -5l-8 0z")}${tube("M122 32L136 31", 3, "#c9ced2")}
      <path d="M58 44L92 24" stroke="#aeb4b9" stroke-width="2.200" fill="none"/><path d="M86 22C90 18 120 17 128 20L126 24L88 26Z" fill="#8b9197"/>`,
};

/** A steel-bodied scooter. */
export const scooter: Figure = {
  label: "scooter",
  length: 178,
  height: 112,
  front: [40, 72],
  rear: [124, 58],
  wheels: [
    { x: 28, r: 21.5 },
    { x: 146, r: 21.5 },
  ],
  outline: "M20 40L34 106L50 108L56 40L96 28L100 66L160 62L176 40L120 22L60 22Z",
  draw: (p) =>
    `${tankDefs(p)}${drawWheel(28, 21.5, "hubcap", lighten(p.second, 0.2), 0.62, true)}${drawWheel(146, 21.5, "hubcap", lighten(p.second, 0.2), 0.62, true)}
      ${tube("M100 26L92 8M92 8L86 7", 2.4, "#b9bfc4")}${tube("M132 22C140 12 156 12 170 16", 5, "#8f959b")}
      <path d="M46 30C52 22 60 20 70 20L128 20L126 34L96 34C80 32 64 32 58 40Z" fill="${darken(p.base, 0.45)}"/>
      <path d="M48 28C54 23 62 22.500 72 22.500L112 22.500L112 28L74 28C62 28 56 32 52 40Z" fill="#2a2d32"/>
      <path d="M72 28.500L112 28.500" stroke="#c9ced2" stroke-width="1.200"/><path d="M38 100C34 76 36 50 46 32C50 26 58 24 66 25C58 32 54 46 51 62C48 78 47 92 49 101Z" fill="url(#tank)"/>
      <path d="M38 100C34 76 36 50 46 32C50 27 56 25 62 25" fill="none" stroke="#eceeee" stroke-width="1.800" stroke-linecap="round"/>
      <path d="M43 96C41 76 43 54 51 37" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="1.400"/>
      <path d="M44 58L28 22" stroke="#6b7177" stroke-width="5" stroke-linecap="round"/><path d="M4 28C3 42 14 54 30 53C42 52 52 42 54 27C46 32 40 34 30 35C18 36 10 34 4 28Z" fill="url(#tank)" stroke="#0b0c0f" stroke-opacity=".3" stroke-width=".6"/>
      ${shine("M9 38C14 47 24 50.500 33 49.500", 1.4)}<path d="M28 53c4 2 8 2 12 0l-2 4c-3 1 -6 1 -8 0z" fill="url(#chrome)"/>
      <circle cx="28" cy="21.500" r="3.600" fill="#c9ced2" stroke="#444" stroke-width=".7"/>
      <path d="M30 104C29 96 36 93 44 95L54 99C60 101 60 107 54 109C46 112 32 113 30 104Z" fill="url(#tank)" stroke="#0b0c0f" stroke-opacity=".3" stroke-width=".5"/>
      ${lamp(31.5, 103.5, 2.4, 6)}${tube("M52 105L68 106", 3.8, "#17181b")}<path d="M50 103L66 100" stroke="#d9dde0" stroke-width="1.400" stroke-linecap="round"/>
      ${tube("M46 110L52 120", 1.3, "#aeb4b9")}<ellipse cx="54" cy="122" rx="5.500" ry="4" fill="url(#chrome)" stroke="#444" stroke-width=".6"/>
      <path d="M90 34C92 52 96 66 106 70L150 68C164 64 174 52 176 38C177 30 172 26 164 27C160 44 134 46 128 30L126 24L98 26C92 27 90 30 90 34Z" fill="${darken(p.base, 0.16)}"/>
      <path d="M90 34C92 52 96 66 106 70L150 68C140 72 112 72 104 71C94 66 90 50 90 34Z" fill="#fff" opacity=".25"/>
      <path d="M100 44C104 58 116 65 134 64C156 63 172 52 175 40C176 34 172 31 166 32C162 33 164 36 158 41C150 47 138 46 131 38C127 33 122 31 114 32C104 33 98 37 100 44Z" fill="url(#tank)" stroke="#0b0c0f" stroke-opacity=".35" stroke-width=".6"/>
      ${shine("M106 50C114 60 128 62 142 60C154 58 164 52 170 45", 1.6)}${strip("M104 41C112 36 120 37 127 43", 1.2)}
      <path d="M92 74C92 70 96 69 102 69L156 68C162 68 166 71 166 75C158 80 140 79 130 80C116 81 98 83 94 79C92 78 92 76 92 74Z" fill="${darken(p.leather, 0.2)}"/>
      <path d="M96 79C110 80 124 78 136 77.500C146 77 156 78 164 75" fill="none" stroke="${lighten(p.leather, 0.35)}" stroke-width="1.200"/>
      <path d="M128 80C127 76 127 72 128 68.500" stroke="#000" stroke-opacity=".4" fill="none"/>
      <path d="M92 73L166 72" stroke="#d9dde0" stroke-width="1.300"/>${red("M174 48l4 -1l0 -8l-4 -1z")}
      ${tube("M150 70L176 71M176 71L172 62", 2, "#c9ced2")}`,
};
