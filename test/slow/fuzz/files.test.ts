import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asked, connect, enter } from '../../features/support.ts';
import { eventually } from '../../support/eventually.ts';
import { createPerson, type Person } from '../../support/person.ts';
import { amountOf, seedsOf } from '../../support/random/seeds.ts';
import { anyText } from '../../support/random/text.ts';

const RUNS = amountOf(24, 120);
/** Enough people that each sends at most ten files a minute. */
const PEOPLE = 12;
const ASCII_DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

interface File {
  name: string;
  type: string;
  bytes: Uint8Array;
  caption: string;
}

/** The start of a ZIP archive whose one entry swells to as many zeroes. */
function zipBomb(size: number): Uint8Array {
  const body = deflateRawSync(Buffer.alloc(size));
  const head = Buffer.alloc(34);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(body.length, 18);
  head.writeUInt32LE(size, 22);
  head.writeUInt16LE(4, 26);
  head.write('list', 30);
  return Buffer.concat([head, body]);
}

const piece = fc.constantFrom(
  ...['example.com', 'EXAMPLE.Com.', 'https://www.a-b.co.uk/x', 'someone@c.org', 'دامنه.com', 'раураl.com', 'brand'],
  ...[
    '\u202e',
    '\u200c',
    '\u2068',
    '10.0.0.1',
    'x.nosuchsuffix',
    '=cmd()',
    '"',
    '",',
    ';',
    '\t',
    '\r\n',
    '\n',
    '😀',
    '..',
  ],
  ...['xn--', 'xn--zzzzzzzz99999.com', 'a'.repeat(300), '-', '<b>', '&amp;', '\u2028', 'ｅｘ。com'],
);
const words = fc.array(fc.oneof(piece, anyText({ maxLength: 8 })), { maxLength: 40 });
const text = fc.tuple(words, fc.constantFrom(' ', '\n', ',', '')).map(([parts, between]) => parts.join(between));

const bytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 6, arbitrary: text.map((list) => new TextEncoder().encode(`\ufeff${list}`)) },
  { weight: 3, arbitrary: text.map((list) => Uint8Array.from([0xff, 0xfe, ...Buffer.from(list, 'utf16le')])) },
  { weight: 2, arbitrary: text.map((list) => Uint8Array.from([0xff, 0xfe, ...Buffer.from(list, 'utf16le'), 0x61])) },
  { weight: 2, arbitrary: text.map((list) => Uint8Array.from([0xfe, 0xff, ...Buffer.from(list, 'utf16le')])) },
  { weight: 2, arbitrary: text.map((list) => Uint8Array.from([...Buffer.from(list, 'latin1'), 0x2e])) },
  { weight: 3, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 2_000 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      gzipSync(Buffer.alloc(50 * 1024 * 1024)),
      zipBomb(50 * 1024 * 1024),
      new Uint8Array(5 * 1024 * 1024).fill(0x61),
      new Uint8Array(1024 * 1024).fill(0x22),
      new Uint8Array(1024 * 1024).fill(0x0a),
      new TextEncoder().encode(`x${'!'.repeat(1024 * 1024 - 2)}x`),
      new TextEncoder().encode(`x${'!'.repeat(80_000)}x\n`.repeat(13)),
      new TextEncoder().encode('"a.com",'.repeat(120_000)),
    ),
  },
);

const file: fc.Arbitrary<File> = fc.record({
  name: fc.constantFrom('names.txt', 'names.CSV', 'names.csv', 'names.zip', 'نام‌ها.txt', 'x', 'names.xlsx'),
  type: fc.constantFrom('text/plain', 'text/csv', 'application/zip', 'application/octet-stream'),
  bytes: bytes.filter(({ length }) => length > 0),
  caption: fc.constantFrom('', '/check', '/check', 'look at this'),
});

test.concurrent.for(seedsOf(1))(
  'any file at all is answered, and nothing but domains is asked for (seed %i)',
  async (seed) => {
    const users = Array.from({ length: PEOPLE }, (_, at) => {
      return { id: 1001 + at, is_bot: false, first_name: `Person ${at}`, language_code: at % 2 === 0 ? 'fa' : 'en' };
    });
    await using app = await enter({ env: { CHECK_PARALLEL: '200' }, people: users });
    const { world, log } = app;
    const note = `seed ${seed}`;
    const people = users.map((user) => createPerson(world, user, app.settled));
    for (const person of people) await connect(person);
    app.provider.forget();
    for (const [at, { name, type, bytes, caption }] of fc.sample(file, { numRuns: RUNS, seed }).entries()) {
      const person = people[at % PEOPLE] ?? app.english;
      const sent = await person.upload(name, type, bytes, caption);
      const answered = () => ownOf(person).some(({ message_id }) => message_id > sent.message_id);
      expect(answered(), `${note}, file ${at}: ${name} ${caption}`).toBe(true);
    }
    // Every check that was begun comes to its end.
    const running = () => people.flatMap((person) => person.screens()).filter((screen) => /Stop\]|توقف\]/.test(screen));
    await eventually(() => running().length === 0, {
      describe: () => `${note}\n${running().join('\n')}`,
    });
    for (const line of asked(app)) {
      const domain = /"domain":"([^"]*)"/.exec(line)?.[1] ?? '';
      expect(domain, note).toMatch(ASCII_DOMAIN);
    }
    expect(asked(app).filter((line) => !line.startsWith('domain.availability'))).toEqual([]);
    expect(log.filter((line) => /unexpected|trouble|outlived/.test(line)).slice(0, 3), note).toEqual([]);
    expect(world.pending()).toBe(0);
  },
);

function ownOf(person: Person) {
  return person.messages().filter(({ from }) => from?.is_bot);
}
