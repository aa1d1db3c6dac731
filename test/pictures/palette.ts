/** A palette has so many colours at most: a byte tells which of them a pixel has. */
const MOST_COLOURS = 256;

type Colour = [red: number, green: number, blue: number];
interface Pixels {
  colour: Colour;
  count: number;
}

/** A picture whose every pixel is the number of a colour. */
export interface Indexed {
  palette: Colour[];
  data: Uint8Array;
}

/**
 * The picture in 256 colours: its own are grouped, the group that differs most is split in two until there are so many, and each
 * pixel gets the mean colour of its group.
 * @param channels bytes of a pixel; bytes behind red, green and blue are left out
 */
export function toPalette(bytes: ArrayLike<number>, channels: number): Indexed {
  const seen = new Map<number, Pixels>();
  const numbers = new Uint32Array(bytes.length / channels);
  for (let pixel = 0; pixel < numbers.length; pixel++) {
    const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) => bytes[pixel * channels + channel]);
    const number = numberOf([red, green, blue]);
    numbers[pixel] = number;
    const pixels = seen.get(number) ?? { colour: [red, green, blue], count: 0 };
    pixels.count++;
    seen.set(number, pixels);
  }
  const groups = split([...seen.values()]);
  const places = new Map(
    groups.flatMap((group, place) => group.map(({ colour }) => [numberOf(colour), place] as const)),
  );
  return { palette: groups.map(mean), data: Uint8Array.from(numbers, (number) => places.get(number) ?? 0) };
}

const numberOf = ([red, green, blue]: Colour) => (red << 16) | (green << 8) | blue;

function split(pixels: Pixels[]): Pixels[][] {
  const groups = [measured(pixels)];
  while (groups.length < MOST_COLOURS) {
    const [first] = groups.sort((a, b) => b.weight - a.weight);
    if (!first || first.weight === 0) break;
    const { group, channel, half } = first;
    const isLow = ({ colour }: Pixels) => (colour[channel] ?? 0) <= half;
    groups.splice(0, 1, measured(group.filter(isLow)), measured(group.filter((each) => !isLow(each))));
  }
  return groups.map(({ group }) => group);
}

/** A group with the channel in which it differs most. The weight counts rare colours too, or small symbols would lose theirs. */
function measured(group: Pixels[]) {
  const total = group.reduce((sum, { count }) => sum + count, 0);
  const spans = [0, 1, 2].map((channel) => {
    const values = group.map(({ colour }) => colour[channel] ?? 0);
    return { channel, low: values.reduce((a, b) => Math.min(a, b)), high: values.reduce((a, b) => Math.max(a, b)) };
  });
  const { channel, low, high } = spans.reduce((a, b) => (b.high - b.low > a.high - a.low ? b : a));
  return { group, channel, half: (low + high) / 2, weight: (high - low) ** 2 * Math.sqrt(total) };
}

function mean(group: readonly Pixels[]): Colour {
  const total = group.reduce((sum, { count }) => sum + count, 0);
  const of = (channel: 0 | 1 | 2) =>
    Math.round(group.reduce((sum, { colour, count }) => sum + colour[channel] * count, 0) / total);
  return [of(0), of(1), of(2)];
}
