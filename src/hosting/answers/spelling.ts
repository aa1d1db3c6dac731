const PLAIN = /^[!-~]*$/;
/** Keyboards leave vowel signs and the tatweel out at will. */
const VOWEL_SIGNS = /[\u064b-\u065f\u0670\u0640]/g;
const HALF_SPACE = /(?<=\p{Script=Arabic})\u200c|\u200c(?=\p{Script=Arabic})/gu;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Brings text into the form in which texts are compared. */
export function normalise(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return latinDigits(text.normalize('NFKC'))
    .replace(/[يىې]/g, 'ی')
    .replace(/[كڪ]/g, 'ک')
    .replace(/[ةۀەہھ]/g, 'ه')
    .replace(VOWEL_SIGNS, '')
    .replaceAll('\u066b', '.')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019\u201b\u02bc]/g, "'")
    .replace(HALF_SPACE, ' ')
    .replace(INVISIBLE, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

export function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}
