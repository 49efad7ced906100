import { darken, lighten, mix } from "./color";
import type { Backdrop, Paint } from "./palette";
import { HEIGHT, studio, WIDTH } from "./scene";

const ticks = (r: number, from: number, to: number, count: number, major: number) =>
  Array.from({ length: count }, (_, i) => {
    const big = i % major === 0;
    return `<path d="M0 ${-r * 0.86}V${-r * (big ? 0.7 : 0.78)}" stroke="#efe9d9" stroke-width="${big ? r * 0.035 : r * 0.016}" transform="rotate(${from + ((to - from) * i) / (count - 1)})"/>`;
  }).join("");

/** A round instrument without figures; the needle's angle is in degrees from upright. */
function gauge(x: number, y: number, r: number, needle: number, zone = 0): string {
  const arc = (from: number, to: number) => {
    const point = (deg: number) =>
      `${(r * 0.82 * Math.sin((deg * Math.PI) / 180)).toFixed(1)} ${(-r * 0.82 * Math.cos((deg * Math.PI) / 180)).toFixed(1)}`;
    return `<path d="M${point(from)}A${r * 0.82} ${r * 0.82} 0 0 1 ${point(to)}" fill="none" stroke="#c2310f" stroke-width="${r * 0.07}"/>`;
  };
  return `<g transform="translate(${x} ${y})"><ellipse cx="${r * 0.05}" cy="${r * 0.1}" rx="${r * 1.12}" ry="${r * 1.12}" fill="#000" opacity=".3"/>
    <circle r="${r * 1.08}" fill="url(#bezel)"/><circle r="${r}" fill="#0c0d10"/><circle r="${r * 0.96}" fill="url(#dial)"/>
    ${zone ? arc(zone, 130) : ""}${ticks(r, -130, 130, 41, 5)}<path d="M${-r * 0.035} ${r * 0.16}L${-r * 0.012} ${-r * 0.74}H${r * 0.012}L${r * 0.035} ${r * 0.16}Z" fill="#e2512b" transform="rotate(${needle})"/>
    <circle r="${r * 0.1}" fill="#2a2c30" stroke="#55595f" stroke-width="${r * 0.015}"/><rect x="${-r * 0.2}" y="${r * 0.36}" width="${r * 0.4}" height="${r * 0.14}" rx="${r * 0.02}" fill="#1b1d21" stroke="#4a4e54" stroke-width="1.5"/>
    <path d="M${-r * 0.9} ${-r * 0.1}A${r * 0.9} ${r * 0.9} 0 0 1 ${r * 0.3} ${-r * 0.85}C${-r * 0.2} ${-r * 0.6} ${-r * 0.6} ${-r * 0.4} ${-r * 0.9} ${-r * 0.1}Z" fill="#fff" opacity=".1"/>
    </g>`;
}

const knob = (x: number, y: number, r = 20) =>
  `<circle cx="${x + 3}" cy="${y + 5}" r="${r}" fill="#000" opacity=".35"/><circle cx="${x}" cy="${y}" r="${r}" fill="url(#bezel)"/>
    <circle cx="${x}" cy="${y}" r="${r * 0.72}" fill="#17181b"/><ellipse cx="${x - r * 0.2}" cy="${y - r * 0.28}" rx="${r * 0.3}" ry="${r * 0.2}" fill="#fff" opacity=".4"/>`;

const defs = (color: string) =>
  `<defs><linearGradient id="bezel" x1="0" y1="0" x2=".8" y2="1"><stop offset="0" stop-color="#fff"/>
    <stop offset=".4" stop-color="#b9bfc4"/><stop offset=".6" stop-color="#5d646b"/><stop offset="1" stop-color="#d7dbde"/>
    </linearGradient><radialGradient id="dial" cx=".4" cy=".35"><stop offset="0" stop-color="#33373d"/>
    <stop offset="1" stop-color="#101215"/></radialGradient><linearGradient id="fascia" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${lighten(color, 0.35)}"/>
    <stop offset=".12" stop-color="${lighten(color, 0.1)}"/><stop offset=".5" stop-color="${color}"/>
    <stop offset="1" stop-color="${darken(color, 0.5)}"/></linearGradient><linearGradient id="shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity="0"/>
    <stop offset="1" stop-color="#000" stop-opacity=".75"/></linearGradient></defs>`;

/** A steering wheel facing the reader; `style` decides rim and spokes. */
function wheelFacing(x: number, y: number, r: number, rim: string, wooden: boolean): string {
  const spoke = (angle: number) =>
    `<g transform="rotate(${angle})"><path d="M-26 0L-34 ${-r}H34L26 0Z" fill="url(#bezel)"/>
      ${[0.42, 0.58, 0.74].map((at) => `<ellipse cy="${-r * at}" rx="${12 + at * 4}" ry="${17 + at * 6}" fill="#15161a"/>`).join("")}
      </g>`;
  const rivets = wooden
    ? Array.from(
        { length: 24 },
        (_, i) => `<circle cy="${-r}" r="4.5" fill="#e9dfc8" opacity=".8" transform="rotate(${i * 15})"/>`,
      ).join("")
    : `<circle r="${r}" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="46" stroke-dasharray="3 16"/>`;
  return `<g transform="translate(${x} ${y})"><circle cx="14" cy="26" r="${r}" fill="none" stroke="#000" stroke-opacity=".28" stroke-width="54"/>
    ${spoke(90)}${spoke(-90)}${spoke(180)}<circle r="${r}" fill="none" stroke="${darken(rim, 0.5)}" stroke-width="52"/>
    <circle r="${r}" fill="none" stroke="${rim}" stroke-width="40"/>${rivets}<path d="M${-r - 8} 0A${r + 8} ${r + 8} 0 0 1 ${r * 0.5} ${-r * 0.88}" fill="none" stroke="${lighten(rim, 0.6)}" stroke-width="8" stroke-linecap="round" opacity=".75"/>
    <circle r="82" fill="#101114"/><circle r="78" fill="url(#bezel)"/><circle r="60" fill="url(#fascia)"/>
    <circle r="60" fill="none" stroke="#000" stroke-opacity=".4" stroke-width="3"/><path d="M-44 -26A52 52 0 0 1 30 -42" stroke="#fff" stroke-opacity=".6" stroke-width="6" fill="none" stroke-linecap="round"/>
    </g>`;
}

/** The driver's view: instruments, steering wheel, the bonnet and the room through the screen. */
export function cockpit(paint: Paint, backdrop: Backdrop, variant: number): string {
  const wooden = variant % 2 === 0;
  const fascia = wooden ? mix("#6b3d1f", paint.leather, 0.25) : darken(paint.base, 0.06);
  const grain = wooden
    ? Array.from(
        { length: 9 },
        (_, i) =>
          `<path d="M0 ${540 + i * 32}C300 ${516 + i * 36} 560 ${566 + i * 26} 860 ${536 + i * 32}S1380 ${560 + i * 30} 1600 ${530 + i * 34}" fill="none" stroke="#2a1408" stroke-opacity=".22" stroke-width="${2 + (i % 3) * 2}"/>`,
      ).join("")
    : "";
  const soft = darken(paint.leather, 0.62);
  return `${studio(backdrop)}${defs(fascia)}<path d="M0 470C240 330 520 296 800 296S1360 330 1600 470V520H0Z" fill="${paint.base}"/>
    <path d="M0 470C240 330 520 296 800 296S1360 330 1600 470" fill="none" stroke="${lighten(paint.base, 0.6)}" stroke-width="9"/>
    <path d="M660 300C640 360 610 410 570 470M940 300C960 360 990 410 1030 470" stroke="${darken(paint.base, 0.4)}" stroke-width="5" fill="none"/>
    <path d="M700 300C690 360 680 420 660 470H940C920 420 910 360 900 300Z" fill="#fff" opacity=".12"/>
    <path d="M0 0H86L-20 520H0ZM1600 0H1514L1620 520Z" fill="${soft}"/><path d="M640 0H960L930 92C926 106 916 112 902 112H698C684 112 674 106 670 92Z" fill="#17181b"/>
    <path d="M676 14H924L902 88H698Z" fill="${mix(backdrop.wall, "#20242a", 0.3)}"/><path d="M676 14H780L720 88H698Z" fill="#fff" opacity=".18"/>
    <path d="M0 480C300 432 560 424 800 424S1300 432 1600 480V560H0Z" fill="${soft}"/><path d="M0 486C300 438 560 430 800 430S1300 438 1600 486" fill="none" stroke="${lighten(soft, 0.35)}" stroke-width="5"/>
    <path d="M0 536C300 492 560 486 800 486S1300 492 1600 536V860H0Z" fill="url(#fascia)"/>
    ${grain}<path d="M0 538C300 494 560 488 800 488S1300 494 1600 538" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="5"/>
    ${gauge(372, 652, 118, -62)}${gauge(690, 652, 118, 38, 84)}${gauge(930, 610, 62, -30)}
    ${gauge(1082, 610, 62, 22)}${gauge(1234, 614, 62, -4)}${[900, 966, 1032, 1098, 1164, 1230, 1296].map((x, i) => knob(x, 730 + (i % 2), 19)).join("")}
    <path d="M1380 560H1600V790H1400C1386 790 1380 782 1380 770Z" fill="#000" opacity=".16"/>
    <path d="M1380 560V770C1380 782 1386 790 1400 790H1600" fill="none" stroke="#000" stroke-opacity=".45" stroke-width="4"/>
    <rect y="820" width="${WIDTH}" height="${HEIGHT - 820}" fill="${darken(soft, 0.35)}"/>
    <path d="M0 822H1600" stroke="#fff" stroke-opacity=".22" stroke-width="5"/><path d="M1120 1067L1148 880" stroke="url(#bezel)" stroke-width="22"/>
    <path d="M1040 1067C1060 990 1240 990 1270 1067Z" fill="${paint.leather}" opacity=".85"/>
    <circle cx="1152" cy="856" r="50" fill="${wooden ? "#5d3118" : "#1a1b1f"}"/><ellipse cx="1136" cy="836" rx="18" ry="12" fill="#fff" opacity=".5"/>
    ${wheelFacing(531, 866, 392, wooden ? "#8a4f26" : "#26282c", wooden)}<rect y="760" width="${WIDTH}" height="307" fill="url(#shade)" opacity=".55"/>`;
}

/** The rider's view: two clocks, bars, the top of the tank. */
export function handlebar(paint: Paint, backdrop: Backdrop): string {
  const bar = (d: string, width: number, color: string) =>
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="${d}" stroke="${darken(color, 0.6)}" stroke-width="${width}"/>
      <path d="${d}" stroke="${color}" stroke-width="${width * 0.78}"/><path d="${d}" stroke="${lighten(color, 0.8)}" stroke-width="${width * 0.2}" transform="translate(0 ${-width * 0.2})"/>
      </g>`;
  const bars = "M150 610C260 560 330 590 440 600C560 612 600 560 800 560S1040 612 1160 600C1270 590 1340 560 1450 610";
  return `${studio(backdrop)}${defs(paint.base)}<path d="M560 420C560 250 660 190 800 190S1040 250 1040 420Z" fill="url(#bezel)"/>
    <path d="M560 420C560 250 660 190 800 190S1040 250 1040 420" fill="none" stroke="#2a2d32" stroke-width="6"/>
    ${bar("M660 430L640 760M940 430L960 760", 74, "#a7adb2")}${gauge(640, 400, 142, -48)}${gauge(960, 400, 142, 30, 84)}
    <path d="M560 560H1040L1000 690H600Z" fill="#34383d"/><path d="M560 562H1040" stroke="#fff" stroke-opacity=".4" stroke-width="5"/>
    ${[720, 800, 880].map((x, i) => `<circle cx="${x}" cy="${632}" r="17" fill="${["#3f8f5b", "#c98a1e", "#b0301a"][i]}" stroke="#17181b" stroke-width="6"/>`).join("")}
    ${bar(bars, 46, "#c3c8cc")}${bar("M80 640C110 622 140 612 250 584M1520 640C1490 622 1460 612 1350 584", 78, "#26282c")}
    ${bar("M110 560C200 500 300 510 400 560M1490 560C1400 500 1300 510 1200 560", 18, "#d5d9dc")}
    <circle cx="410" cy="590" r="40" fill="url(#bezel)"/><circle cx="1190" cy="590" r="40" fill="url(#bezel)"/>
    ${bar("M420 560L330 300M1180 560L1270 300", 14, "#9aa0a6")}<ellipse cx="290" cy="240" rx="128" ry="92" fill="#26282c"/>
    <ellipse cx="290" cy="240" rx="114" ry="79" fill="${mix(backdrop.wall, "#ffffff", 0.25)}"/>
    <path d="M190 270L300 168L350 176L230 300Z" fill="#fff" opacity=".35"/><ellipse cx="1310" cy="240" rx="128" ry="92" fill="#26282c"/>
    <ellipse cx="1310" cy="240" rx="114" ry="79" fill="${mix(backdrop.wall, "#ffffff", 0.25)}"/>
    <path d="M1210 270L1320 168L1370 176L1250 300Z" fill="#fff" opacity=".35"/><path d="M430 1067C430 860 560 730 800 730S1170 860 1170 1067Z" fill="url(#fascia)"/>
    <path d="M452 1067C456 880 580 752 800 752" fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="14" stroke-linecap="round"/>
    <path d="M760 731C752 850 750 960 750 1067H850C850 960 848 850 840 731Z" fill="${paint.second}" opacity=".92"/>
    <circle cx="800" cy="886" r="92" fill="#000" opacity=".3"/><circle cx="800" cy="878" r="88" fill="url(#bezel)"/>
    <circle cx="800" cy="878" r="66" fill="none" stroke="#3b3f45" stroke-opacity=".6" stroke-width="4"/>
    <path d="M770 878h60" stroke="#3b3f45" stroke-width="14" stroke-linecap="round"/>`;
}
