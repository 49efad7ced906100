/** The file as the text of a small script (`vite.config.ts`). */
declare module "*?minified" {
  const code: string;
  export default code;
}
