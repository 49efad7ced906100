import { darken, lighten } from "./color";

/** What a head needs to know of the person. */
export interface Person {
  skin: string;
  hair: string;
  cloth: string;
  accent: string;
  beard: boolean;
}

/** Hair or headgear: what stands behind the neck and what lies over the face. */
interface Head {
  beard: "often" | "never";
  behind?(person: Person): string;
  over(person: Person): string;
}

const goggles = (y: number, lens: string) =>
  `<path d="M150 ${y - 6}C200 ${y - 22} 312 ${y - 22} 362 ${y - 6}L362 ${y + 16}H150Z" fill="#2a211c"/>
    <ellipse cx="212" cy="${y + 4}" rx="47" ry="34" fill="#b9a27a"/><ellipse cx="300" cy="${y + 4}" rx="47" ry="34" fill="#b9a27a"/>
    <ellipse cx="212" cy="${y + 4}" rx="37" ry="25" fill="${lens}"/><ellipse cx="300" cy="${y + 4}" rx="37" ry="25" fill="${lens}"/>
    <path d="M188 ${y + 4}c4 -12 14 -17 26 -18M276 ${y + 4}c4 -12 14 -17 26 -18" stroke="#fff" stroke-width="6" fill="none" stroke-linecap="round" opacity=".8"/>`;

const shades = `<path d="M178 228H334" stroke="#17181b" stroke-width="9"/><path d="M184 228h64c2 30 -8 46 -32 46s-34 -16 -32 -46zM264 228h64c2 30 -8 46 -32 46s-34 -16 -32 -46z" fill="#1d2024"/>
  <path d="M194 236l24 0l-18 24z M274 236l24 0l-18 24z" fill="#fff" opacity=".25"/>`;

const glasses = `<g fill="#fff" fill-opacity=".16" stroke="#2a2320" stroke-width="7"><circle cx="218" cy="246" r="31"/>
  <circle cx="294" cy="246" r="31"/><path d="M249 242q7 -6 14 0M187 240l-20 -6M325 240l20 -6" fill="none"/>
  </g>`;

const short = ({ hair }: Person) =>
  `<path d="M158 226C150 128 196 86 262 88C326 90 362 132 354 226C346 214 344 196 340 182C306 178 276 168 252 146C236 168 204 182 174 184C168 198 164 212 158 226Z" fill="${hair}"/>
    <path d="M196 122C216 104 246 100 272 104" stroke="${lighten(hair, 0.3)}" stroke-width="9" fill="none" stroke-linecap="round" opacity=".5"/>`;

export const HEADS: readonly Head[] = [
  { beard: "often", over: short },
  {
    beard: "never",
    behind: ({ hair }) => `<path d="M140 400C120 300 118 90 256 84S392 300 372 400Z" fill="${darken(hair, 0.15)}"/>`,
    over: ({ hair }) =>
      `<path d="M152 330C142 180 164 90 258 88C350 90 370 180 360 330C346 300 344 240 336 196C300 190 262 172 246 142C228 172 196 190 176 198C168 240 166 300 152 330Z" fill="${hair}"/>
        <path d="M178 160C190 128 214 110 240 106" stroke="${lighten(hair, 0.35)}" stroke-width="9" fill="none" stroke-linecap="round" opacity=".5"/>`,
  },
  {
    beard: "often",
    over: ({ accent, cloth }) =>
      `<path d="M144 226C136 116 186 74 256 74S376 116 368 226L352 226C340 196 300 186 256 186S172 196 160 226Z" fill="${accent}"/>
        <path d="M238 76h36v112h-36z" fill="${lighten(cloth, 0.75)}"/><path d="M146 216C176 184 336 184 366 216L364 228C330 200 182 200 148 228Z" fill="${darken(accent, 0.45)}"/>
        <path d="M174 150C182 118 204 100 230 94" stroke="#fff" stroke-width="11" fill="none" stroke-linecap="round" opacity=".6"/>
        <path d="M156 226L170 330M356 226L342 330" stroke="#2a211c" stroke-width="9"/><g transform="translate(0 -74)">${goggles(226, "#4f6b78")}
        </g>`,
  },
  {
    beard: "often",
    over: ({ accent, hair }) =>
      `<path d="M160 236C158 214 160 196 166 180H346C352 196 354 214 352 236L338 196H174Z" fill="${hair}"/>
        <path d="M148 186C146 114 190 84 256 84S366 114 364 186C300 166 212 166 148 186Z" fill="${accent}"/>
        <path d="M150 188C200 164 312 164 362 188C376 196 380 208 372 214C320 190 192 190 140 214C132 208 136 196 150 188Z" fill="${darken(accent, 0.32)}"/>
        <path d="M256 84V168M196 98C186 120 182 146 182 174M316 98C326 120 330 146 330 174" stroke="#000" stroke-opacity=".16" stroke-width="4" fill="none"/>
        <circle cx="256" cy="85" r="8" fill="${darken(accent, 0.3)}"/><path d="M172 150C180 122 198 108 220 101" stroke="#fff" stroke-width="8" fill="none" stroke-linecap="round" opacity=".4"/>`,
  },
  {
    beard: "never",
    behind: ({
      hair,
    }) => `<circle cx="256" cy="176" r="136" fill="${hair}"/><circle cx="146" cy="226" r="60" fill="${hair}"/>
      <circle cx="366" cy="226" r="60" fill="${darken(hair, 0.2)}"/>`,
    over: ({ hair }) =>
      `<path d="M162 214C156 128 200 98 256 98S356 128 350 214C340 176 306 158 256 158S172 176 162 214Z" fill="${hair}"/>
        <g fill="${lighten(hair, 0.16)}" opacity=".6"><circle cx="190" cy="108" r="16"/><circle cx="236" cy="84" r="18"/>
        <circle cx="150" cy="150" r="14"/><circle cx="206" cy="66" r="11"/></g>${glasses}`,
  },
  {
    beard: "never",
    over: ({ accent, cloth }) =>
      `<path d="M132 250C124 122 176 66 256 66S388 122 380 250C380 318 360 372 320 390H192C152 372 132 318 132 250Z" fill="${accent}"/>
        <path d="M320 84C364 114 384 170 380 250C380 318 360 372 320 390H270C330 350 350 180 320 84Z" fill="#000" opacity=".16"/>
        <path d="M236 67h40v118h-40z" fill="${lighten(cloth, 0.8)}"/><path d="M150 206C190 180 322 180 362 206L366 282C330 306 182 306 146 282Z" fill="#14171b"/>
        <path d="M158 214C194 192 318 192 354 214L357 274C326 294 186 294 155 274Z" fill="#3d5866"/>
        <path d="M176 214L246 202L206 286L170 279Z" fill="#fff" opacity=".32"/><path d="M256 201L270 201L230 288L216 287Z" fill="#fff" opacity=".22"/>
        <path d="M206 338h100M214 356h84" stroke="#14171b" stroke-width="9" stroke-linecap="round"/>
        <path d="M160 160C170 122 194 100 222 91" stroke="#fff" stroke-width="12" fill="none" stroke-linecap="round" opacity=".6"/>`,
  },
  {
    beard: "often",
    over: () =>
      `<path d="M146 300C128 140 170 78 256 78S384 140 366 300L344 330C346 262 346 200 330 184C290 166 222 166 182 184C166 200 166 262 168 330Z" fill="#6b4226"/>
        <path d="M256 78V170M190 96C174 126 166 166 168 200M322 96C338 126 346 166 344 200" stroke="#3b2213" stroke-width="4" fill="none" opacity=".7"/>
        <path d="M168 326L214 366M344 326L298 366" stroke="#4a2c18" stroke-width="12"/><path d="M168 150C176 118 198 100 224 94" stroke="#fff" stroke-width="9" fill="none" stroke-linecap="round" opacity=".35"/>
        ${goggles(244, "#6d8d96")}`,
  },
  {
    beard: "often",
    over: ({ accent, hair }) =>
      `<path d="M162 240C160 214 162 196 168 178H344C350 196 352 214 350 240L338 196H174Z" fill="${hair}"/>
        <path d="M152 180C150 112 194 80 256 80S362 112 360 180C320 160 196 160 152 180Z" fill="${accent}"/>
        <path d="M154 182C110 180 74 194 66 212C108 204 196 196 262 196C310 192 342 188 358 182C320 162 196 162 154 182Z" fill="${darken(accent, 0.3)}"/>
        <path d="M258 80C240 100 232 130 232 166" stroke="#000" stroke-opacity=".18" stroke-width="4" fill="none"/>
        <circle cx="258" cy="80" r="8" fill="${darken(accent, 0.3)}"/><path d="M176 146C184 120 202 106 224 99" stroke="#fff" stroke-width="8" fill="none" stroke-linecap="round" opacity=".4"/>`,
  },
  {
    beard: "never",
    behind: ({ hair }) =>
      `<circle cx="256" cy="78" r="44" fill="${darken(hair, 0.1)}"/><circle cx="244" cy="68" r="22" fill="${lighten(hair, 0.18)}" opacity=".5"/>`,
    over: ({ hair, accent }) =>
      `<path d="M158 232C150 130 196 90 256 90S362 130 354 232C344 184 314 160 256 154C198 160 168 184 158 232Z" fill="${hair}"/>
        <path d="M188 128C204 110 226 104 250 104" stroke="${lighten(hair, 0.35)}" stroke-width="9" fill="none" stroke-linecap="round" opacity=".5"/>
        <circle cx="164" cy="282" r="9" fill="${accent}"/><circle cx="348" cy="282" r="9" fill="${accent}"/>
        ${shades}`,
  },
  {
    beard: "often",
    over: ({ accent }) =>
      `<path d="M150 206C142 108 190 70 256 70S370 108 362 206C300 190 212 190 150 206Z" fill="${accent}"/>
        <path d="M146 172C200 152 312 152 366 172L368 216C312 194 200 194 144 216Z" fill="${darken(accent, 0.2)}"/>
        ${[170, 200, 230, 260, 290, 320, 346].map((x) => `<path d="M${x} 160v38" stroke="#000" stroke-opacity=".16" stroke-width="5"/>`).join("")}
        <path d="M178 136C188 110 206 96 226 90" stroke="#fff" stroke-width="8" fill="none" stroke-linecap="round" opacity=".4"/>`,
  },
  {
    beard: "never",
    behind: ({ accent }) => `<path d="M150 392C96 300 124 74 256 74S416 300 362 392Z" fill="${darken(accent, 0.25)}"/>`,
    over: ({ accent, cloth }) =>
      `<path d="M176 376C132 316 130 80 256 78S380 316 336 376C318 388 300 392 256 400C300 362 334 300 334 226C334 168 302 138 256 138S178 168 178 226C178 300 212 362 256 400C212 392 194 388 176 376Z" fill="${accent}"/>
        <path d="M168 170C178 124 206 100 246 94M160 230C158 270 164 320 186 356" stroke="${lighten(cloth, 0.7)}" stroke-width="6" fill="none" opacity=".7" stroke-dasharray="2 16" stroke-linecap="round"/>`,
  },
  {
    beard: "often",
    over: ({ skin, hair }) =>
      `<path d="M160 244C156 218 158 200 166 186C172 196 172 220 174 238ZM352 244C356 218 354 200 346 186C340 196 340 220 338 238Z" fill="${hair}"/>
        <path d="M200 138C216 122 240 116 262 120" stroke="${lighten(skin, 0.55)}" stroke-width="12" fill="none" stroke-linecap="round" opacity=".6"/>
        ${glasses}`,
  },
  {
    beard: "never",
    behind: ({ hair }) =>
      `<path d="M150 320C128 180 150 80 256 80S384 180 362 320C330 346 182 346 150 320Z" fill="${darken(hair, 0.2)}"/>`,
    over: ({ hair }) =>
      `<path d="M148 318C138 170 166 82 256 82S374 170 364 318C350 316 340 310 336 300C342 250 342 216 334 196H178C170 216 170 250 176 300C172 310 162 316 148 318Z" fill="${hair}"/>
        <path d="M176 160C188 122 214 104 244 101" stroke="${lighten(hair, 0.35)}" stroke-width="10" fill="none" stroke-linecap="round" opacity=".5"/>`,
  },
];
