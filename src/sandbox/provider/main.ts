import { parseArgs } from 'node:util';
import { demoAccount, startProvider } from './index.ts';
import usage from './usage.json' with { type: 'json' };

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    token: { type: 'string' },
    data: { type: 'string' },
    control: { type: 'string' },
  },
});
const port = Number(values.port ?? '0');
if (values.token === undefined || !Number.isInteger(port)) {
  console.error(usage.usage);
  process.exit(2);
}
const provider = await startProvider({
  port,
  accounts: [demoAccount(values.token)],
  ...(values.data !== undefined && { data: values.data }),
  ...(values.control !== undefined && { control: values.control }),
});
console.log(provider.baseUrl);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void provider.close());
