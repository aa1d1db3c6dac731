import type { Workers } from '../workers/pool.ts';
import { judgeFor } from './answers/judge-answer.ts';
import { type CloudOrders, cloudOrders } from './cloud-orders.ts';
import { NATIONAL_TLDS } from './codes.ts';
import { type DomainOrders, domainOrders } from './domain-orders.ts';
import { type Endpoints, endpointsFor } from './endpoints.ts';
import { BREAKER, type BreakerRules, createBreakers } from './http/breaker.ts';
import { BACKGROUND_LIMITS, BULKHEAD_LIMITS, type BulkheadLimits, createBulkhead } from './http/bulkhead.ts';
import { type Caller, callerOn, type Line, type Observe } from './http/call.ts';
import { openHttpClient } from './http/http-client.ts';
import { type Servers, servers } from './servers.ts';
import { type Backups, backupsOver, type Snapshots, snapshotsOver } from './snapshots-and-backups.ts';

export { currencyOf, isKnownCurrency, worthIn } from './answers/currency.ts';
export type { Availability, OrderAcknowledgement, Quote } from './answers/quote.ts';
export type { Acknowledgement } from './answers/reading.ts';
export { isWhole } from './answers/shorten.ts';
export type { CloudOrders, NewServer, Upgrade } from './cloud-orders.ts';
export * from './codes.ts';
export type { DomainInfo, DomainOrders, Registration } from './domain-orders.ts';
export type { Graph, Point, Series } from './graph.ts';
export { BREAKER } from './http/breaker.ts';
export { limitsBeside } from './http/bulkhead.ts';
export type { InvalidRule } from './http/checking.ts';
export {
  type ChangeFailureKind,
  Failure,
  type FailureKind,
  type ReadFailureKind,
  type RefusalKind,
} from './http/failure.ts';
export type { Console, NewPassword, ServerListItem, ServerStatus, Servers } from './servers.ts';
export type { Backup, Backups, Snapshot, Snapshots } from './snapshots-and-backups.ts';

export interface ProviderOptions {
  baseUrl: string;
  /** Such as `Authorization: Bearer {token}`; the contract names no header. */
  auth: string;
  /** `backgroundDomainMs` frees an account's only background place for its servers. */
  timeouts?: {
    connectMs?: number;
    headersMs?: number;
    bodyMs?: number;
    pauseMs?: number;
    backgroundDomainMs?: number;
  };
  /** In bytes; 16 MiB unless given. */
  maxBytes?: number;
  nationalTlds?: readonly string[];
  places?: Partial<BulkheadLimits>;
  backgroundPlaces?: Partial<BulkheadLimits>;
  breaker?: Partial<BreakerRules>;
  workers?: Pick<Workers, 'run'>;
  observe?: Observe;
  waiting?: (call: Promise<unknown>) => void;
  breakerChanged?: (state: 'open' | 'closed', resource: string) => void;
}

export interface Hosting {
  readonly servers: Servers;
  readonly snapshots: Snapshots;
  readonly backups: Backups;
  readonly cloudOrders: CloudOrders;
  readonly domainOrders: DomainOrders;
}

export interface Provider {
  /** Background readings have places of their own, and end once the provider is silent. */
  forToken(token: string, use?: 'background'): Hosting;
  isSilent(resource: string): boolean;
  close(): Promise<void>;
}

/** @throws TypeError when the URL is not HTTPS (but for loopback), or the header template can't be one */
export function createProvider(options: ProviderOptions): Provider {
  const header = headerFrom(options.auth);
  const httpClient = openHttpClient(baseFrom(options.baseUrl), {
    connectMs: options.timeouts?.connectMs ?? 5_000,
    headersMs: options.timeouts?.headersMs ?? 30_000,
    bodyMs: options.timeouts?.bodyMs ?? 30_000,
    maxBytes: options.maxBytes ?? 16 * 1024 * 1024,
  });
  const bulkhead = createBulkhead({ ...BULKHEAD_LIMITS, ...options.places });
  const background = createBulkhead({ ...BACKGROUND_LIMITS, ...options.backgroundPlaces });
  const breakerOf = createBreakers({ ...BREAKER, ...options.breaker }, (state, resource) => {
    if (state === 'closed') for (const each of [bulkhead, background]) each.renew(resource);
    options.breakerChanged?.(state, resource);
  });
  const line: Line = {
    httpClient,
    bulkhead,
    breakerOf,
    queryAlone: new Set(),
    queryInVain: new Map(),
    unanswered: new Map(),
    pauseMs: options.timeouts?.pauseMs ?? 200,
    observe: options.observe,
    waiting: options.waiting,
  };
  const longestMs = new Map([['domain', options.timeouts?.backgroundDomainMs ?? 10_000]]);
  const backgroundLine: Line = { ...line, bulkhead: background, isBackground: true, longestMs };
  const endpoints = endpointsFor(options.nationalTlds ?? NATIONAL_TLDS);
  return {
    forToken: (token, use) => {
      const access = { account: token, headers: header(token), judge: judgeFor(token, options.workers) };
      return hostingOver(callerOn(use ? backgroundLine : line, access), endpoints);
    },
    isSilent: (resource) => breakerOf(resource).state() === 'open',
    close: () => httpClient.close(),
  };
}

function hostingOver(caller: Caller, endpoints: Endpoints): Hosting {
  return {
    servers: servers(caller),
    snapshots: snapshotsOver(caller),
    backups: backupsOver(caller),
    cloudOrders: cloudOrders(caller),
    domainOrders: domainOrders(caller, endpoints.domainOrders),
  };
}

function baseFrom(text: string): URL {
  if (!URL.canParse(text)) throw new TypeError('The base URL of the provider is not a URL');
  const url = new URL(text);
  const loopback = url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d+){3}$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback))
    throw new TypeError('The base URL of the provider must begin with https:// (http:// only for this machine itself)');
  if (url.username || url.password || url.search || url.hash)
    throw new TypeError('The base URL of the provider must have no user, password, query or fragment');
  return url;
}

function headerFrom(template: string): (token: string) => Record<string, string> | undefined {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*([\x20-\x7e]*\{token\}[\x20-\x7e]*)$/.exec(template.trim()) ?? [];
  if (name === undefined || value === undefined)
    throw new TypeError('The authentication header must look like "Authorization: Bearer {token}"');
  const fixed = { accept: 'application/json', 'user-agent': 'hosting-bot' };
  return (token) =>
    /^[\x21-\x7e]+$/.test(token)
      ? { ...fixed, [name.toLowerCase()]: value.replaceAll('{token}', () => token) }
      : undefined;
}
