/** Persian letters by the Latin ones that people write for them; vowels are left out, as Persian does. */
const LATIN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ ب: 'b', پ: 'p', ت: 't', ط: 't', ث: 's', س: 's', ص: 's', ج: 'j', چ: 'c', خ: 'k', د: 'd', ذ: 'z', ز: 'z' },
    ...{
      ض: 'z',
      ظ: 'z',
      ژ: 'j',
      ر: 'r',
      ش: 's',
      غ: 'g',
      ق: 'k',
      ف: 'f',
      ک: 'k',
      گ: 'g',
      ل: 'l',
      م: 'm',
      ن: 'n',
      و: 'w',
    },
  }),
);
/** Many names have the same few sounds, if none is a digit: «بله» says no server blue. */
const FEWEST_SOUNDS = 3;
const FEWEST_WITH_DIGIT = 2;

/** Tells which Latin names a text in Persian letters says, or the other way round: «وب ۱» says web1. */
export function soundsLike(typed: string): (name: string) => boolean {
  const inPersian = isPersian(typed);
  const sound = soundOf(typed);
  if (sound.length < (/\d/.test(sound) ? FEWEST_WITH_DIGIT : FEWEST_SOUNDS)) return () => false;
  // The IPs of a long list say nothing, and take no time.
  return (name) => /\p{L}/u.test(name) && isPersian(name) !== inPersian && soundOf(name) === sound;
}

function isPersian(text: string): boolean {
  return /\p{Script=Arabic}/u.test(text);
}

/**
 * The consonants and digits of a normalised text, those that are written in several ways as one, doubled ones once. Inside of a word «و» is a
 * vowel more often than not.
 */
function soundOf(text: string): string {
  const letters = [...text].map((letter) => LATIN.get(letter) ?? letter).join('');
  return letters
    .replace(/x/g, 'ks')
    .replace(/[cq]/g, 'k')
    .replace(/v/g, 'w')
    .replace(/j/g, 'g')
    .replace(/z/g, 's')
    .replace(/(?<=[\p{L}\d])w|[aeiouyh]|[^a-z\d]/gu, '')
    .replace(/([a-z])\1+/g, '$1');
}
