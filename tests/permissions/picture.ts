/** The smallest picture that there is, a GIF of one pixel. */
export const onePixel = Buffer.from("R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs=", "base64");
