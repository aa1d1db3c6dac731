/** Persian letters by their Latin sound, without vowels, as Persian writes. */
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
/** Many names share a few sounds: «بله» should not mean a server blue. */
const MIN_SOUNDS = 3;
const MIN_SOUNDS_WITH_DIGIT = 2;

/** Matches Persian letters with Latin names: «وب ۱» means web1. */
export function soundsLike(typed: string): (name: string) => boolean {
  const inPersian = isPersian(typed);
  const sound = soundOf(typed);
  if (sound.length < (/\d/.test(sound) ? MIN_SOUNDS_WITH_DIGIT : MIN_SOUNDS)) return () => false;
  return (name) => /\p{L}/u.test(name) && isPersian(name) !== inPersian && soundOf(name) === sound;
}

function isPersian(text: string): boolean {
  return /\p{Script=Arabic}/u.test(text);
}

/** The consonants and digits of a text, doubled ones once. Inside a word «و» mostly is a vowel. */
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
