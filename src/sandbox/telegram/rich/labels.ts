const MAX_ROMAN = 3999;

export function labelOf(value: number, type: 'a' | 'A' | 'i' | 'I' | '1'): string {
  const isRoman = type.toLowerCase() === 'i';
  if (type === '1' || value < 1 || (isRoman && value > MAX_ROMAN)) return `${value}.`;
  const word = isRoman ? romanOf(value) : lettersOf(value);
  return `${type === type.toLowerCase() ? word.toLowerCase() : word}.`;
}

function lettersOf(value: number): string {
  const rest = Math.floor((value - 1) / 26);
  return (rest > 0 ? lettersOf(rest) : '') + String.fromCharCode(65 + ((value - 1) % 26));
}

const ROMAN: readonly [string, number][] = [
  ...([
    ['M', 1000],
    ['CM', 900],
    ['D', 500],
    ['CD', 400],
    ['C', 100],
    ['XC', 90],
    ['L', 50],
    ['XL', 40],
  ] as const),
  ...([
    ['X', 10],
    ['IX', 9],
    ['V', 5],
    ['IV', 4],
    ['I', 1],
  ] as const),
].map(([sign, size]) => [sign, size]);

function romanOf(value: number): string {
  const next = ROMAN.find(([, size]) => size <= value);
  return next ? next[0] + romanOf(value - next[1]) : '';
}
