import type { User } from 'grammy/types';
import { createProvider, type Hosting } from '../../../../src/hosting/index.ts';
import { newOperationId, type Operation, type OperationKind } from '../../../../src/operations/index.ts';
import { KINDS } from '../../../../src/operations/kinds/index.ts';
import type { Role } from '../../../../src/store/key-value/teams.ts';
import { OPERATION_KINDS } from '../../../../src/store/operations/index.ts';
import { TOKEN } from '../../../support/app.ts';
import { BACKUP, type Company, OWNER, type Server, SNAPSHOT, TEAM } from './company.ts';

const LIFE_MS = 15 * 60_000;

/** The subject of a case's operation. */
export interface Subject {
  server: Server;
  /** A domain of its own, which the account has. */
  domain: { name: string; id: string };
}

/** One thing that operations of a kind do. */
export interface Sample {
  name: string;
  kind: OperationKind;
  /** The lowest role that may ask for it, by DESIGN 14. */
  from: Role;
  parameters(subject: Subject): object;
  /** The request that does it. */
  request: string;
  /** The request that asks for its price. */
  quote?: string;
}

const newNameFor = ({ id }: Server) => `for-${id}.com`;
const target = ({ server: { id, ip } }: Subject) => ({ serverId: id, name: ip, ip });
export const NEW_SERVER = {
  geo: 'tehran',
  ram: 2,
  cpu: 1,
  disk: 20,
  backup: 0,
  traffic: 10,
  period: 30,
  os: 'debian12',
};
const MORE = { cpu: 9, ram: 99, disk: 999, backup: 9, traffic: 9 };

/** A sample of each kind of operation. Without its row here a new kind does not compile. */
const ROWS: Record<OperationKind, readonly (Omit<Sample, 'kind' | 'from'> & { from?: Role })[]> = {
  power: ['off', 'reboot'].map((action) => ({
    name: action,
    from: 'operator',
    parameters: (subject) => ({ ...target(subject), action }),
    request: 'server.action',
  })),
  rescue: [
    {
      name: 'rescue',
      parameters: (subject) => ({ ...target(subject), action: 'attach', disk: 'finnix' }),
      request: 'server.rescue',
    },
    { name: 'eject', parameters: (subject) => ({ ...target(subject), action: 'eject' }), request: 'server.eject' },
  ],
  snapshot: ['create', 'restore', 'delete'].map((action) => ({
    name: `${action} a snapshot`,
    from: action === 'create' ? 'operator' : 'admin',
    parameters: (subject) => ({ ...target(subject), action, snapshot: action === 'create' ? 'new' : SNAPSHOT }),
    request: `snapshot.${action}`,
  })),
  backup: ['create', 'restore', 'delete'].map((action) => ({
    name: `${action} a backup`,
    from: action === 'create' ? 'operator' : 'admin',
    parameters: (subject) => ({ ...target(subject), action, ...(action === 'create' ? {} : { volumeId: BACKUP }) }),
    request: `backup.${action}`,
  })),
  reinstall: [
    { name: 'reinstall', parameters: (subject) => ({ ...target(subject), os: 'debian12' }), request: 'server.os' },
  ],
  password: [
    {
      name: 'password',
      parameters: (subject) => ({ ...target(subject), password: 'Long-enough.42x', own: true }),
      request: 'server.password',
    },
  ],
  sshKey: [
    {
      name: 'SSH key',
      parameters: (subject) => ({ ...target(subject), key: 'ssh-ed25519 AAAA', fingerprint: 'SHA256:a' }),
      request: 'server.ssh-key',
    },
  ],
  order: [{ name: 'order', parameters: () => ({ server: NEW_SERVER }), request: 'cloud.order', quote: 'cloud.quote' }],
  renewal: [
    {
      name: 'renewal',
      parameters: (subject) => ({ ...target(subject), period: 30 }),
      request: 'cloud.renew',
      quote: 'cloud.renewQuote',
    },
  ],
  upgrade: [
    {
      name: 'upgrade',
      parameters: (subject) => ({ ...target(subject), to: MORE }),
      request: 'cloud.upgrade',
      quote: 'cloud.upgradeQuote',
    },
  ],
  registration: [
    {
      name: 'registration',
      parameters: ({ server }) => ({ domain: newNameFor(server), period: 1, nameServers: ['a.b.com', 'c.d.com'] }),
      request: 'domain.register',
      quote: 'domain.availability',
    },
  ],
  domainRenewal: [
    {
      name: 'domain renewal',
      parameters: ({ domain }) => ({ domain: domain.name, id: domain.id, suffix: 'com', period: 1 }),
      request: 'domain.renew',
      quote: 'domain.price',
    },
  ],
};
export const SAMPLES: readonly Sample[] = OPERATION_KINDS.flatMap((kind) =>
  ROWS[kind].map((row) => ({ from: 'admin', ...row, kind })),
);

/** The provider as the bot asks it with the team's account. */
export async function hostingOf({ provider }: Company): Promise<{ hosting: Hosting; close(): Promise<void> }> {
  const client = createProvider({ baseUrl: provider.baseUrl, auth: 'Authorization: Bearer {token}' });
  return { hosting: client.forToken(TOKEN), close: () => client.close() };
}

/** Where an operation stands that is written into the store. */
export interface Seeded extends Pick<Operation, 'state'> {
  user: User;
  chat: number;
  subject: Subject;
  /** The data of the buttons that its message has; those of its state where absent. */
  buttons?(operation: string): string[];
}

/** Writes an operation into the store as the bot writes one that it shows in a message of its own. */
export async function seed(
  company: Company,
  hosting: Hosting,
  { kind, parameters }: Sample,
  { user, chat, subject, state, buttons }: Seeded,
): Promise<Operation> {
  const { store, account, group, world } = company;
  const { quote, before } = KINDS[kind];
  const { message_id } = world.say(user.id, chat, 'please');
  const id = newOperationId();
  const shown = buttons?.(id) ?? buttonsFor(id, state, quote !== undefined);
  const at = Date.now();
  // However slow the machine is, an outcome counts as the answer to its tap. A later one waits for the group's messages of a minute.
  const createdAt = isSent(state) ? at : at + LIFE_MS;
  const signal = AbortSignal.timeout(10_000);
  const wanted = parameters(subject);
  const isShownElsewhere = state === 'waiting' && chat !== group;
  const asked = isShownElsewhere
    ? { messageId: await company.post(group, shown), messageChat: group, postedFor: at }
    : {};
  const operation: Operation = {
    ...{ id, kind, state, userId: user.id, chatId: chat, accountId: account, team: TEAM },
    ...{ teamOwner: OWNER, locale: user.language_code ?? 'en', messageId: await company.post(chat, shown, message_id) },
    ...{ parameters: wanted, progress: { seen: { before: 'on' } }, createdAt, notified: true },
    ...{ expiresAt: at + LIFE_MS, dueAt: state === 'done' ? null : at + LIFE_MS },
    ...(quote ? { quote: await quote(hosting, wanted, signal) } : {}),
    ...subjectOf(kind, subject),
    ...(state === 'waiting'
      ? { tappedAt: at, approval: { why: 'protected', askedAt: at, asker: user.first_name, ...asked } }
      : {}),
    ...(isSent(state) ? { claimedAt: at, tappedAt: at, sentAt: at } : {}),
    ...(state === 'done' ? { endedAt: at } : {}),
  };
  const whole = before ? { ...operation, progress: await before(hosting, operation, signal) } : operation;
  // However slow the machine is, outcomes stand where the confirm did.
  await store.preferences.set(String(user.id), { locale: operation.locale, news: 'edits' });
  await store.ledger.add(whole);
  return whole;
}

function isSent(state: Operation['state']): boolean {
  return state === 'accepted' || state === 'unknown' || state === 'done';
}

/** The buttons of an operation's message in a state, those that a person confirms or decides with first. */
function buttonsFor(id: string, state: Operation['state'], isPriced: boolean): string[] {
  if (state === 'waiting') return [`ap|${id}|0`, `an|${id}`, `no|${id}`];
  if (state === 'ready') return [isPriced ? `py|${id}|0` : `ok|${id}`, `no|${id}`];
  return [`la|${id}`];
}

function subjectOf(kind: OperationKind, { server, domain }: Subject): Pick<Operation, 'subject'> {
  if (kind === 'order') return {};
  if (kind === 'registration') return { subject: `domain:${newNameFor(server)}` };
  return { subject: kind === 'domainRenewal' ? `domain:${domain.name}` : server.id };
}

/** The server or domain that the request of a sample names. */
export function subjectInRequest({ kind }: Sample, { server, domain }: Subject): string {
  if (kind === 'order' || kind === 'registration') return 'none';
  return kind === 'domainRenewal' ? domain.id : server.id;
}
