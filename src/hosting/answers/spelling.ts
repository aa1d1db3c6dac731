/** A text of these alone is compared as it is, but for its case. */
const PLAIN = /^[!-~]*$/;
/** Vowel signs and the tatweel, which keyboards leave out at will. */
const SIGNS = /[\u064b-\u065f\u0670\u0640]/g;
/** A half-space between words of Persian. Elsewhere it is a mark that can't be seen. */
const HALF_SPACE = /(?<=\p{Script=Arabic})\u200c|\u200c(?=\p{Script=Arabic})/gu;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/**
 * Brings text into the one form in which it is compared, whether a person typed it or it came from elsewhere: no marks that can't be seen,
 * Latin digits, signs and widths, Persian letters, a half-space like a space, no case.
 */
export function normalise(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return latinDigits(text.normalize('NFKC'))
    .replace(/[يىې]/g, 'ی')
    .replace(/[كڪ]/g, 'ک')
    .replace(/[ةۀەہھ]/g, 'ه')
    .replace(SIGNS, '')
    .replaceAll('\u066b', '.')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019\u201b\u02bc]/g, "'")
    .replace(HALF_SPACE, ' ')
    .replace(INVISIBLE, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** The text with its Persian and Arabic digits as Latin ones. */
export function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}
