import { task, WorkerLost, type Workers } from '../../../workers/pool.ts';
import type { Chart } from './chart.ts';

/** Loads the drawing libraries with the first picture: a bot that starts needs none of them. */
export async function prepareToDraw(): Promise<void> {
  await import('./picture.ts');
}

/** Draws a PNG, 840 pixels wide. */
export async function drawChart(chart: Chart): Promise<Uint8Array> {
  const { toPng, toSvg } = await import('./picture.ts');
  return toPng(toSvg(chart));
}

const HERE = new URL(import.meta.url);
const preparing = task<typeof prepareToDraw>(HERE, 'prepareToDraw');
/** Drawing takes longer than anything else a handler does. */
export const drawing = task<typeof drawChart>(HERE, 'drawChart');

/** If the thread is lost, as on a machine that stood still, drawing loads the libraries. */
export async function prepareOnThread(workers: Pick<Workers, 'run'>, owner: string): Promise<void> {
  try {
    await workers.run(owner, preparing, undefined);
  } catch (error) {
    // The pool reported it.
    if (!(error instanceof WorkerLost)) throw error;
  }
}
