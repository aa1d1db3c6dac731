import type { PageError } from '../page-server/page-api.ts';

/** Something a person can't do, in the page's machine words. */
export class PageRefusal extends Error {
  readonly word: PageError;

  constructor(word: PageError) {
    super(word);
    this.word = word;
  }
}
