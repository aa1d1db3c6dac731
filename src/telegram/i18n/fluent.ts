import { createRequire, Module } from 'node:module';
import type * as I18n from '@grammyjs/i18n';

const load = createRequire(import.meta.url);

/** Delays the 120 modules by which `@grammyjs/i18n` reads files: they took a tenth of a start's processor time. */
function delayDeno(): void {
  const path = createRequire(load.resolve('@grammyjs/i18n')).resolve('@deno/shim-deno');
  if (load.cache[path]) return;
  const delayed = new Module(path);
  const known = { build: { os: process.platform === 'win32' ? 'windows' : process.platform } };
  const Deno = new Proxy<object>(known, {
    get(_, name) {
      if (Reflect.has(known, name)) return Reflect.get(known, name);
      if (load.cache[path] === delayed) delete load.cache[path];
      return Reflect.get(load(path).Deno, name);
    },
  });
  Object.assign(delayed, { exports: { Deno }, loaded: true });
  load.cache[path] = delayed;
}

delayDeno();
const { Fluent }: typeof I18n = load('@grammyjs/i18n');

export const createFluent = (options: I18n.FluentOptions): I18n.Fluent => new Fluent(options);
