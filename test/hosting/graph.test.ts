import { describe, expect, test } from 'vitest';
import { seriesIn } from '../../src/hosting/graph.ts';

const AT = Date.UTC(2026, 0, 2, 3, 4, 0);
const NEXT = AT + 60_000;
const [S, S2] = [AT / 1_000, NEXT / 1_000];
const ISO = '2026-01-02T03:04:00Z';

const two = (name: string, first: number, second: number) => ({
  name,
  points: [
    { at: AT, value: first },
    { at: NEXT, value: second },
  ],
});
const both = [two('cpu', 1, 2), two('ram', 3, 4)];

describe('a graph as', () => {
  test.each<[string, unknown, unknown]>([
    [
      'points in epoch seconds',
      [
        { time: S, cpu: 1, ram: 3 },
        { time: S2, cpu: 2, ram: 4 },
      ],
      both,
    ],
    [
      'points in milliseconds',
      [
        { ts: AT, cpu: 1, ram: 3 },
        { ts: NEXT, cpu: 2, ram: 4 },
      ],
      both,
    ],
    [
      'points in quoted numbers',
      [
        { time: `${S}`, cpu: '1', ram: '3.0' },
        { time: `${S2}`, cpu: '2', ram: '4' },
      ],
      both,
    ],
    [
      'points in ISO 8601',
      [
        { date: ISO, cpu: 1, ram: 3 },
        { date: '2026-01-02 03:05', cpu: 2, ram: 4 },
      ],
      both,
    ],
    [
      'points with an offset',
      [{ date: '2026-01-02T06:34:00+03:30', cpu: 1 }],
      [{ name: 'cpu', points: [{ at: AT, value: 1 }] }],
    ],
    [
      'points within points',
      [
        { time: S, net: { in: 1, out: 3 } },
        { time: S2, net: { in: 2, out: 4 } },
      ],
      [two('net.in', 1, 2), two('net.out', 3, 4)],
    ],
    [
      'an object of pairs',
      {
        cpu: [
          [S, 1],
          [S2, 2],
        ],
        ram: [
          [AT, 3],
          [NEXT, 4],
        ],
      },
      both,
    ],
    [
      'an object of points',
      {
        cpu: [
          { t: S, v: 1 },
          { t: S2, v: 2 },
        ],
        ram: [
          { x: ISO, y: 3 },
          { x: S2, y: 4 },
        ],
      },
      both,
    ],
    ['columns', { time: [S, S2], cpu: [1, 2], ram: [3, 4] }, both],
    [
      'columns within a resource',
      { cpu: { timestamps: [S, S2], values: [1, 2] }, ram: { timestamps: [S, S2], values: [3, 4] } },
      both,
    ],
    ['columns above resources', { labels: [ISO, S2], series: { cpu: [1, 2], ram: [3, 4] } }, both],
    [
      'labels and datasets',
      {
        labels: [S, S2],
        datasets: [
          { label: 'cpu', data: [1, 2] },
          { label: 'ram', data: [3, 4] },
        ],
      },
      both,
    ],
    [
      'named series',
      [
        {
          name: 'cpu',
          data: [
            [S, 1],
            [S2, 2],
          ],
        },
        {
          name: 'ram',
          data: [
            [S, 3],
            [S2, 4],
          ],
        },
      ],
      both,
    ],
    ['values by time', { cpu: { [S]: 1, [S2]: 2 }, ram: { [ISO]: 3, [S2]: '4' } }, both],
    ['resources by time', { [S]: { cpu: 1, ram: 3 }, [S2]: { cpu: 2, ram: 4 } }, both],
    [
      'rows under a header',
      {
        columns: ['time', 'cpu', 'ram'],
        rows: [
          [S, 1, 3],
          [S2, 2, 4],
        ],
      },
      both,
    ],
    [
      'bare pairs',
      [
        [S, 1],
        [S2, 2],
      ],
      [two('value', 1, 2)],
    ],
    [
      'points in disorder with gaps',
      [
        { time: S2, cpu: 2 },
        { time: S, cpu: 1, ram: null },
        { time: 'never', cpu: 9 },
      ],
      [two('cpu', 1, 2)],
    ],
  ])('%s', (_, data, series) => expect(seriesIn(data)).toEqual(series));

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'cpu 5'],
    ['numbers without times', { cpu: [1, 2, 3] }],
    ['a picture', { png: 'iVBORw0KGgo=' }],
    [
      'times of another age',
      [
        { time: 12, cpu: 1 },
        { time: '1403-05-01', cpu: 2 },
      ],
    ],
  ])('%s has no series', (_, data) => expect(seriesIn(data)).toEqual([]));

  test('a deep or wide one stays bounded', () => {
    const deep = Array.from({ length: 5_000 }).reduce<unknown>((inner) => ({ a: inner }), { [S]: 1 });
    const wide = [
      { time: S, ...Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`r${index}`, index])) },
    ];
    expect(seriesIn(deep)).toEqual([]);
    expect(seriesIn(wide)).toHaveLength(100);
  });
});
