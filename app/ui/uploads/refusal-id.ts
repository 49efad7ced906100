/** Id of what a tray says of a refused photo. */
export const refusalId = ({ id }: { id: string }) => `refused-${id}`;
