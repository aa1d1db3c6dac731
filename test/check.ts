/**
 * `npm test`: types, lint and quick tests side by side, since each alone leaves a processor idle. The tests show their progress;
 * what the others print follows when they end. Exits with 1 when one of them failed, after all have ended.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import manifest from '../package.json' with { type: 'json' };

const { scripts } = manifest;
const start = performance.now();

/** Runs a script of package.json as npm would, whose PATH finds the programs. Resolves to whether it passed. */
async function run(name: 'types' | 'lint' | 'test:quick', isShown: boolean): Promise<boolean> {
  const child = spawn(scripts[name], {
    shell: true,
    stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
  });
  const printed = Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')));
  const [code] = await once(child, 'close');
  const seconds = Math.round((performance.now() - start) / 1_000);
  const passed = code === 0;
  process.stdout.write(`${(await printed).join('')}${name}: ${passed ? 'passed' : 'FAILED'} after ${seconds} s\n`);
  return passed;
}

const passed = await Promise.all([run('types', false), run('lint', false), run('test:quick', true)]);
process.exitCode = passed.every(Boolean) ? 0 : 1;
