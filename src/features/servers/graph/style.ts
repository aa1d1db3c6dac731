/** Lengths are in the picture's own units; it has this many pixels for each. */
export const SCALE = 2;
export const WIDTH = 420;
export const MARGIN = 16;
export const HEADER = 66;
export const PANEL = 96;
export const PANEL_HEADER = 27;
export const PANEL_FOOTER = 11;
export const FOOTER = 26;
/** The longest label: three digits and a word for their size. */
export const AXIS_WIDTH = 64;

/** Readable on Telegram's light theme and on its dark one. */
export const CARD = '#1d2935';
export const GRID = '#33424f';
export const TEXT = '#eef3f7';
export const MUTED_TEXT = '#a9b8c4';
const LINES = ['#5eb5f7', '#7bd88f', '#ffb454', '#f28fad', '#b79cf5', '#6ad4cf'];

export function lineColour(panel: number): string {
  return LINES[panel % LINES.length] ?? TEXT;
}

export const FAMILY = 'Vazirmatn';
export const TITLE_SIZE = 18;
export const NAME_SIZE = 14;
export const PLAIN_SIZE = 13;
export const AXIS_SIZE = 12;
