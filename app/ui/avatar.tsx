import { imageSources } from "~/lib/image-url";

/** `alt` is empty if the name is next to it. */
export function Avatar({ avatar, size, alt = "" }: { avatar: string; size: number; alt?: string }) {
  const { src, color } = imageSources("users", avatar);
  return (
    <img
      src={src}
      width={size}
      height={size}
      alt={alt}
      loading="lazy"
      decoding="async"
      className="shrink-0 rounded-full object-cover"
      style={{ width: size, height: size, backgroundColor: color }}
    />
  );
}
