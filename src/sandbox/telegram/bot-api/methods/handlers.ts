import type { Cloud } from '../../backend/backend.ts';
import type { Args, Method } from '../types.ts';

/** A method: its checked arguments and the world -> the `result` of its answer. @throws Refusal for every refusal */
export type Handler<M extends Method> = (args: Args<M>, cloud: Cloud) => unknown;
export type Handlers = { readonly [M in Method]?: Handler<M> };
