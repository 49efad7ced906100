/** A body colour with the second colour of a two-tone scheme and the colour of the seats. */
export interface Paint {
  name: string;
  base: string;
  second: string;
  leather: string;
}

type BackdropKind = "cyclorama" | "disc" | "arch" | "door" | "window" | "hills" | "pines" | "town" | "bands";

/** A studio: the wall, the floor, a shape behind the vehicle. */
export interface Backdrop {
  name: string;
  kind: BackdropKind;
  wall: string;
  floor: string;
  shape: string;
}

export const PAINTS = [
  { name: "signal red", base: "#b3261a", second: "#f1e9d8", leather: "#c29a6b" },
  { name: "racing green", base: "#1f5138", second: "#e9dfc4", leather: "#b0793f" },
  { name: "ivory", base: "#e6dcc2", second: "#7d3527", leather: "#8a3b26" },
  { name: "dusk blue", base: "#3f6387", second: "#ece6d8", leather: "#3a2a22" },
  { name: "ochre", base: "#d49a2a", second: "#23262b", leather: "#2a2522" },
  { name: "silver", base: "#aeb4b8", second: "#23303f", leather: "#7c2a20" },
  { name: "midnight", base: "#1c2c47", second: "#d9d3c4", leather: "#b98d5d" },
  { name: "burnt orange", base: "#cf5a1e", second: "#f0e4cd", leather: "#2c2522" },
  { name: "sage", base: "#8fa58c", second: "#f1ead9", leather: "#8c5c36" },
  { name: "black", base: "#23252a", second: "#b9a27a", leather: "#9c3325" },
  { name: "sky", base: "#8fb9c9", second: "#f4efe2", leather: "#a9794b" },
  { name: "olive", base: "#666a3a", second: "#e8dfc6", leather: "#7a5230" },
  { name: "turquoise", base: "#3f9a98", second: "#f3efe2", leather: "#3a2a22" },
  { name: "primrose", base: "#e3cf83", second: "#3a3f46", leather: "#5a3524" },
  { name: "dove grey", base: "#8b8d8c", second: "#f0eadb", leather: "#8a2f24" },
  { name: "chestnut", base: "#6d3f26", second: "#ead9b8", leather: "#d0a870" },
  { name: "burgundy", base: "#6a1f2b", second: "#d8c7a6", leather: "#c8a878" },
] as const satisfies readonly Paint[];

export const BACKDROPS = [
  { name: "warm paper", kind: "disc", wall: "#ece4d3", floor: "#dccfb8", shape: "#d8694a" },
  { name: "sage garage", kind: "door", wall: "#b4bfa7", floor: "#a39f8d", shape: "#c9d1bc" },
  { name: "dusk", kind: "hills", wall: "#a9bccb", floor: "#8f9aa2", shape: "#6f879b" },
  { name: "terracotta arch", kind: "arch", wall: "#c9795a", floor: "#b08569", shape: "#e9c9a4" },
  { name: "sand window", kind: "window", wall: "#d9c19a", floor: "#c2a984", shape: "#f3e4c4" },
  { name: "slate studio", kind: "cyclorama", wall: "#66717b", floor: "#565e66", shape: "#8d98a1" },
  { name: "green disc", kind: "disc", wall: "#c8cfc0", floor: "#b3b5a3", shape: "#3d6b55" },
  { name: "blue garage", kind: "door", wall: "#6f8ba3", floor: "#8b8f92", shape: "#87a1b6" },
  { name: "ochre evening", kind: "hills", wall: "#efd3a0", floor: "#b99a77", shape: "#c98f5d" },
  { name: "linen studio", kind: "cyclorama", wall: "#dcd8cf", floor: "#c9c4b9", shape: "#f4f1ea" },
  { name: "blue arch", kind: "arch", wall: "#8fa9b8", floor: "#9a9c98", shape: "#e4ddcb" },
  { name: "rose window", kind: "window", wall: "#cfa79a", floor: "#b59587", shape: "#ecd2c3" },
  { name: "mustard disc", kind: "disc", wall: "#e6ddc8", floor: "#cdbf9f", shape: "#dcaa43" },
  { name: "racing green studio", kind: "cyclorama", wall: "#3f5e50", floor: "#3a5146", shape: "#62806f" },
  { name: "pine road", kind: "pines", wall: "#cfd9d6", floor: "#9a9f98", shape: "#53705f" },
  { name: "old town", kind: "town", wall: "#f0dcc0", floor: "#b7a58c", shape: "#b98d70" },
  { name: "seventies wall", kind: "bands", wall: "#ece1cc", floor: "#cbb795", shape: "#c8642f" },
  { name: "blue hour", kind: "town", wall: "#8ea2bf", floor: "#7f848c", shape: "#596d8c" },
] as const satisfies readonly Backdrop[];
