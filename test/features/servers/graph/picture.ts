import { decode } from 'fast-png';

/** A picture as its pixels. */
export interface Picture {
  width: number;
  height: number;
  /** `#rrggbb`. */
  at(x: number, y: number): string;
  /** The places whose colour is exactly this one. */
  places(colour: string, within?: { top: number; bottom: number }): { x: number; y: number }[];
}

export function readPicture(png: Uint8Array): Picture {
  const { width, height, data, channels } = decode(png);
  // Colours are searched for many times, and put together once.
  const pixels = new Int32Array(width * height);
  for (let at = 0, start = 0; at < pixels.length; at++, start += channels)
    pixels[at] = ((data[start] ?? 0) << 16) | ((data[start + 1] ?? 0) << 8) | (data[start + 2] ?? 0);
  return {
    width,
    height,
    at: (x, y) => `#${(pixels[y * width + x] ?? 0).toString(16).padStart(6, '0')}`,
    places(colour, { top, bottom } = { top: 0, bottom: height }) {
      const wanted = Number.parseInt(colour.slice(1), 16);
      const found: { x: number; y: number }[] = [];
      for (let at = pixels.indexOf(wanted, top * width); at >= 0 && at < bottom * width; ) {
        found.push({ x: at % width, y: Math.trunc(at / width) });
        at = pixels.indexOf(wanted, at + 1);
      }
      return found;
    },
  };
}
