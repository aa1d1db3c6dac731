import type { Point } from '../../../hosting/index.ts';

/** A pause this many times as long as the usual one between two points is a gap: nothing is known there. */
const GAP = 4;

/** What a line is drawn through: runs of points without a gap, and the points that stand alone. */
export interface Lines {
  runs: Point[][];
  lone: Point[];
}

/** @param points oldest first */
export function linesOf(points: readonly Point[]): Lines {
  const pauses = points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? at));
  const usual = pauses.toSorted((a, b) => a - b)[Math.floor((pauses.length - 1) / 2)] ?? 0;
  const runs: Point[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && point.at - before.at <= usual * GAP) run.push(point);
    else runs.push([point]);
  }
  return { runs: runs.filter(({ length }) => length > 1), lone: runs.filter(({ length }) => length === 1).flat() };
}
