/** See `vite.config.ts`. */
declare module "*?minified" {
  const code: string;
  export default code;
}
