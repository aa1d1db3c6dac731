import { z } from 'zod';
import type { Store } from '../../../../src/store/index.ts';
import { OPERATION_KINDS, type Operation } from '../../../../src/store/operations/index.ts';
import { followed } from '../../../support/person.ts';
import type { ChatUser, Environment } from '../environment.ts';
import { told } from '../people/screens.ts';
import type { Fact, NamedFact } from './facts.ts';
import { effectKey, type History, type Settled } from './judge.ts';

const MOST = 1_000;
const ofServer = z.object({ serverId: z.string() });
const action = z.object({ id: z.string() });

/** Puts together what people saw, what the ledger says and what the provider did. */
export async function historyOf(environment: Environment, store: Store, facts: readonly Fact[]): Promise<History> {
  const of = <Kind extends Fact['kind']>(kind: Kind) =>
    facts.filter((fact): fact is Extract<Fact, { kind: Kind }> => fact.kind === kind);
  const chatUsers = new Map(environment.people.map((chatUser) => [chatUser.user.id, chatUser]));
  const ledger = await Promise.all(environment.people.map((chatUser) => settledOf(store, chatUser)));
  return {
    confirmed: of('confirmed').map(({ person, operation, messageId }) => {
      const answers = chatUsers.get(person)?.answers(messageId - 1) ?? [];
      return { operation, told: told(followed(answers, messageId)) };
    }),
    ledger: ledger.flat(),
    effects: effectsAt(environment),
    answers: of('answers'),
    both: of('both'),
    names: await Promise.all(lastNames(of('named')).map((fact) => nameKept(environment, store, chatUsers, fact))),
    unanswered: of('ended').flatMap(({ person, what, ended }) => (ended ? [] : [`${what} of ${person}`])),
  };
}

async function settledOf({ ledger }: Store, { user, account }: ChatUser): Promise<Settled[]> {
  const all = await ledger.listOf(user.id, OPERATION_KINDS, 0, MOST);
  return all.map((operation) => {
    const { id, kind, state } = operation;
    return { id, kind, state, subject: kind === 'power' ? serverOf(operation) : account };
  });
}

function serverOf({ parameters }: Operation): string {
  return ofServer.parse(parameters).serverId;
}

/** Restarts by server; money by account. */
function effectsAt({ provider, people }: Environment): Map<string, number> {
  const effects = new Map<string, number>();
  const add = (key: string) => effects.set(key, (effects.get(key) ?? 0) + 1);
  for (const { operation, body, answered } of provider.requests) {
    const done = answered === undefined || answered === 200;
    if (operation === 'server.action' && done) add(effectKey({ kind: 'power', subject: action.parse(body).id }));
  }
  for (const { token, account } of people)
    for (const _ of provider.account(token).orders) add(effectKey({ kind: 'renewal', subject: account }));
  return effects;
}

function lastNames(facts: readonly NamedFact[]): NamedFact[] {
  return [...new Map(facts.map((fact) => [`${fact.person} ${fact.ip}`, fact])).values()];
}

async function nameKept(
  { provider }: Environment,
  store: Store,
  chatUsers: ReadonlyMap<number, ChatUser>,
  { person, ip, name }: NamedFact,
): Promise<History['names'][number]> {
  const server = provider.account(chatUsers.get(person)?.token ?? '').servers.find((each) => each.ip === ip);
  const { accounts } = await store.accounts.get(person);
  return { seen: name, kept: accounts[0]?.aliases.get(server?.id ?? '') };
}
