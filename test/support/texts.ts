import { loadTexts, type Texts } from '../../src/telegram/i18n/index.ts';

let parsed: Texts | undefined;

/** The texts of all languages, English for any other one. They are parsed once in a process, which takes 25 ms. @throws where one is missing */
export function testTexts(): Texts {
  parsed ??= loadTexts('en', (problem) => {
    throw new TypeError(problem);
  });
  return parsed;
}
