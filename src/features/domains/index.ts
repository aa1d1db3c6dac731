import { Composer } from '../../telegram/composer.ts';
import type { Ctx } from '../../telegram/context.ts';
import { checking } from './check/index.ts';
import { piecesOf } from './check/names.ts';
import type { Checker } from './check/runner.ts';
import { domainCards } from './domain.ts';
import { expiryBells } from './expiry-bell.ts';
import type { DomainContext } from './favourites.ts';
import { inlineNames } from './inline/index.ts';
import { isDomain } from './names/name.ts';
import { pricing } from './price.ts';
import { renewing } from './renew.ts';
import { wanting } from './wanted.ts';

export { createChecker } from './check/runner.ts';

export interface DomainDependencies extends DomainContext {
  checker: Checker;
  /** Begins the readings of an account that was not watched before. */
  wakeWatches(): void;
}

export function domains({ checker, wakeWatches, ...context }: DomainDependencies): Composer<Ctx> {
  return new Composer<Ctx>(
    domainCards,
    expiryBells,
    renewing(context),
    pricing(context),
    checking(checker, context),
    inlineNames(context),
    wanting(wakeWatches),
  );
}

export function holdsDomain(text: string): boolean {
  // A cheap test first: most texts have no dot.
  return /[.\u3002\uff0e\uff61]/.test(text) && piecesOf(text).some(isDomain);
}
