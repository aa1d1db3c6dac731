import { parentPort, workerData } from 'node:worker_threads';
import { startProvider } from '../../../src/sandbox/provider/index.ts';

/** The sandbox provider on a thread of its own: its work is not the client's effort. */
const { baseUrl } = await startProvider({ accounts: [workerData] });
parentPort?.postMessage(baseUrl);
