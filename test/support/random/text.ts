import fc, { type StringConstraints } from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };
const CODE_POINTS = 0x11_0000;
/** Several code points that people see as one character. */
const CLUSTERS = ['e\u0301', '👩‍👩‍👧', '🇮🇷', '👍🏽', 'क्षि', 'می\u200cخو', 'ك\u0651', '1️⃣'] as const;

const character = fc
  .nat(CODE_POINTS - SURROGATES.count - 1)
  .map((index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count));

/**
 * Any text without lone surrogates, and now and then ASCII or a word that JavaScript gives a meaning. fast-check's own units `binary` and
 * `grapheme` look up such words in a table of all characters, which takes each process most of a second.
 */
export function anyText(constraints: Pick<StringConstraints, 'minLength' | 'maxLength'> = {}): fc.Arbitrary<string> {
  const unit = fc.oneof({ weight: 9, arbitrary: character }, { weight: 1, arbitrary: fc.constantFrom(...CLUSTERS) });
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ ...constraints, unit }) },
    { weight: 1, arbitrary: fc.string(constraints) },
  );
}
