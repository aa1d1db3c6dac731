import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Answer, Asked } from './http.ts';

const YEAR_MS = 365 * 24 * 3_600_000;
const POINTS = 60;
const AVAILABLE = '{"total":1199000,"currency":"toman","period":1,"avaliable":1}';
const PLACES = ['tehran', 'frankfurt', 'amsterdam'];

export interface ProviderOptions {
  latencyMs(): number;
  /** The number of servers of a person's account. */
  serversOf(person: number): number;
  /** Called with every request. */
  asked(request: { person: number; path: string; method: 'GET' | 'POST'; body: string | null }): void;
}

export const tokenOf = (person: number) => `provider-token-${person}`;

const body = z.looseObject({ id: z.string().optional() });

/** The provider's API as far as the benches need it, as quick as {@link import('./telegram.ts').Telegram}. */
export class Provider {
  readonly #options: ProviderOptions;
  readonly #lists = new Map<number, string>();
  /**
   * The servers that restart. The first reading sees it gone and the second sees it back, however late a busy bot reads: each
   * restart is the same work.
   */
  readonly #restarting = new Set<string>();
  readonly #graph = graph();

  constructor(options: ProviderOptions) {
    this.#options = options;
  }

  async answer({ method, path, headers, body: bytes }: Asked): Promise<Answer> {
    const person = Number(/(\d+)$/.exec(headers.authorization ?? '')?.[1]);
    const text = bytes.length === 0 ? null : bytes.toString();
    const [operation = ''] = path.replace('/api/v1/', '').split('?');
    const latency = this.#options.latencyMs();
    if (latency > 0) await wait(latency);
    const { id = '' } = text === null ? {} : body.parse(JSON.parse(text));
    this.#options.asked({ person, path, method: method === 'GET' ? 'GET' : 'POST', body: text });
    if (operation === 'server/list') return this.#list(person);
    if (operation === 'server/status') return JSON.stringify(this.#status(id));
    if (operation === 'server/graph') return this.#graph;
    if (operation === 'order/domain/register') return AVAILABLE;
    if (operation === 'server/action') this.#restarting.add(id);
    return '{"message":"ok"}';
  }

  #list(person: number): string {
    const known = this.#lists.get(person);
    if (known !== undefined) return known;
    const count = this.#options.serversOf(person);
    const servers = Array.from({ length: count }, (_, at) => fixed(`srv-${person}-${at}`));
    const list = JSON.stringify(servers.map(({ id, ip, geo, expire_date }) => ({ id, ip, geo, expire_date })));
    this.#lists.set(person, list);
    return list;
  }

  #status(id: string): object {
    const restarting = this.#restarting.delete(id);
    return {
      ...fixed(id),
      status: restarting ? 'rebooting' : 'on',
      os: 'debian12',
      ipv6: '2001:db8::0',
      port: '22',
      user: 'root',
      mac: '52:54:00:00:00:00',
      ram: '2',
      cpu: '1',
      disk: '25',
      backup: '1',
      traffic_usage: '0.0',
      rescue_disk: false,
    };
  }
}

function fixed(id: string) {
  const at = Number(id.split('-').at(-1));
  return {
    id,
    ip: `10.0.${Math.floor(at / 256)}.${at % 256}`,
    geo: PLACES[at % PLACES.length],
    expire_date: new Date(Date.now() + YEAR_MS).toISOString().slice(0, 10),
  };
}

/** A graph as the sandbox provider answers it: five quantities with sixty points each. */
function graph(): string {
  const end = Math.floor(Date.now() / 1_000);
  const data = Array.from({ length: POINTS }, (_, index) => {
    const value = (1 + Math.sin(index / 5)) * 10;
    const time = end - (POINTS - index) * 10_000;
    return { time, cpu: value, ram: value / 9, disk: 9.25, net_in: value / 4, net_out: value / 7 };
  });
  return JSON.stringify({ message: 'graph', data });
}
