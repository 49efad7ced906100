/** The minified script as text (`vite.config.ts`). */
declare module "*?minified" {
  const code: string;
  export default code;
}
