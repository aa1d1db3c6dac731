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
  const pixel = (start: number) => ((data[start] ?? 0) << 16) | ((data[start + 1] ?? 0) << 8) | (data[start + 2] ?? 0);
  return {
    width,
    height,
    at: (x, y) =>
      `#${pixel((y * width + x) * channels)
        .toString(16)
        .padStart(6, '0')}`,
    places(colour, { top, bottom } = { top: 0, bottom: height }) {
      const wanted = Number.parseInt(colour.slice(1), 16);
      const found: { x: number; y: number }[] = [];
      for (let y = top; y < bottom; y++)
        for (let x = 0; x < width; x++) if (pixel((y * width + x) * channels) === wanted) found.push({ x, y });
      return found;
    },
  };
}
