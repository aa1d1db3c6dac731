/** Loaded before a program with `?call=NAME&at=N`: the program kills itself when it calls that function of node:crypto for the Nth time. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { searchParams } = new URL(import.meta.url);
const at = Number(searchParams.get('at'));
let calls = 0;

function counted<Words extends unknown[], Result>(real: (...words: Words) => Result) {
  return (...words: Words): Result => {
    if (++calls === at) process.kill(process.pid, 'SIGKILL');
    return real(...words);
  };
}

if (searchParams.get('call') === 'createCipheriv')
  Object.assign(crypto, { createCipheriv: counted(crypto.createCipheriv) });
else Object.assign(crypto, { createDecipheriv: counted(crypto.createDecipheriv) });
syncBuiltinESMExports();
