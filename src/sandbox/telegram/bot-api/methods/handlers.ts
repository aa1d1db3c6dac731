import type { Backend } from '../../backend/backend.ts';
import type { Args, Method } from '../types.ts';

/** @returns the `result` of the answer @throws Refusal */
export type Handler<M extends Method> = (args: Args<M>, backend: Backend) => unknown;
export type Handlers = { readonly [M in Method]?: Handler<M> };
