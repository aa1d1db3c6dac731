import {
  type Context,
  Composer as GrammyComposer,
  type Middleware,
  type MiddlewareFn,
  type NextFunction,
} from 'grammy';

/** grammY's composer awaits each handler that passes an update on, and keeps its promises until the end. */
export class Composer<C extends Context> extends GrammyComposer<C> {
  readonly #steps: MiddlewareFn<C>[];
  readonly #run: MiddlewareFn<C> = (ctx, next) => {
    const [first] = this.#steps;
    return first && this.#steps.length === 1 ? first(ctx, next) : runFrom(this.#steps, 0, ctx, next);
  };

  constructor(...middleware: Middleware<C>[]) {
    super();
    this.#steps = middleware.map(functionOf);
  }

  override middleware(): MiddlewareFn<C> {
    return this.#run;
  }

  override use(...middleware: Middleware<C>[]): Composer<C> {
    const composer = new Composer(...middleware);
    this.#steps.push(composer.middleware());
    return composer;
  }

  override filter<D extends C>(predicate: (ctx: C) => ctx is D, ...middleware: Middleware<D>[]): Composer<D>;
  override filter(predicate: (ctx: C) => boolean | Promise<boolean>, ...middleware: Middleware<C>[]): Composer<C>;
  override filter(predicate: (ctx: C) => boolean | Promise<boolean>, ...middleware: Middleware<C>[]): Composer<C> {
    const composer = new Composer(...middleware);
    const inside = composer.middleware();
    this.#steps.push((ctx, next) => {
      const fits = predicate(ctx);
      if (typeof fits === 'boolean') return fits ? inside(ctx, next) : next();
      return fits.then((does) => (does ? inside(ctx, next) : next()));
    });
    return composer;
  }
}

/** Read at each update: a composer of grammY's is extended by another function. */
function functionOf<C extends Context>(middleware: Middleware<C>): MiddlewareFn<C> {
  return typeof middleware === 'function' ? middleware : (ctx, next) => middleware.middleware()(ctx, next);
}

function runFrom<C extends Context>(
  steps: readonly MiddlewareFn<C>[],
  at: number,
  ctx: C,
  next: NextFunction,
): Promise<void> {
  const step = steps[at];
  if (!step) return next();
  let isPassedOn = false;
  const passOn = () => {
    if (isPassedOn) return Promise.reject(new Error('`next` already called before!'));
    isPassedOn = true;
    return runFrom(steps, at + 1, ctx, next);
  };
  try {
    return Promise.resolve(step(ctx, passOn)) as Promise<void>;
  } catch (error) {
    return Promise.reject(error);
  }
}
