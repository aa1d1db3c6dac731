import type { User } from 'grammy/types';
import { expect, test } from 'vitest';
import { buttons } from '../../../../src/features/buttons.ts';
import { serverReference } from '../../../../src/hosting/kept/kept-lists.ts';
import type { Team } from '../../../../src/store/key-value/teams.ts';
import { type ArgumentName, SHAPES } from '../../../../src/telegram/ui/button.ts';
import { openStoreOf } from '../../../support/app.ts';
import { createPerson } from '../../../support/person.ts';
import { amountOf } from '../../../support/random/seeds.ts';
import { connect, enter } from '../../support.ts';

/** Values that no button of the bot has in most places. */
const MALFORMED = ['', 'x', '-1', '1.5', '1e400', 'NaN', '9'.repeat(20), '٣', '__proto__', ' ', '\u0000', '🛡'];
/** Unknown references are alike to every handler: `x` stands for all of them. */
const LIKE_X = ['-1', '1e400', 'NaN', '9'.repeat(20)];
/** Arguments that the bot fills with words of people or of the provider: any text fits. */
const FREE: readonly ArgumentName[] = ['command', 'disk', 'domain', 'name', 'os', 'suffix', 'value'];
const OWNERS = 20;
/** The bot takes 30 taps of a person in ten seconds. */
const MOST_TAPS = 28;
const KINDS: Record<string, { name: string; names: readonly ArgumentName[] }> = buttons;
const ARGUMENTS = Object.values(KINDS).flatMap(({ name, names }) =>
  names.filter((each) => !FREE.includes(each)).map((wrong) => ({ name, names, wrong })),
);
const CASES = ARGUMENTS.flatMap((each) =>
  MALFORMED.filter((value) => amountOf(0, 1) === 1 || isTried(each, value)).map((value) => ({ ...each, value })),
);

/**
 * Values of the argument's shape reach the handler, so every button gets them. All others end at the shape, which all buttons with that
 * argument share: one of them gets each.
 */
function isTried({ name, wrong }: (typeof ARGUMENTS)[number], value: string): boolean {
  const shape = SHAPES[wrong];
  const isAlike = shape === SHAPES.account && LIKE_X.includes(value);
  const sharing = ARGUMENTS.filter((each) => each.wrong === wrong);
  const one = sharing[MALFORMED.indexOf(value) % sharing.length];
  return (shape.test(value) && !isAlike) || one?.name === name;
}

function ownerOf(at: number): User {
  return { id: 9_000 + at, is_bot: false, first_name: `Owner ${at}`, language_code: at % 2 === 0 ? 'en' : 'fa' };
}

test('malformed arguments of every button throw nothing, change nothing and write no team', async () => {
  const users = Array.from({ length: OWNERS }, (_, at) => ownerOf(at));
  await using app = await enter(
    { people: users, telegram: { rateLimits: false } },
    /chat not found|MESSAGE_ID_INVALID|query is too old|can't be edited|can't initiate conversation/,
  );
  const { world, provider } = app;
  const store = await openStoreOf(app);
  const owners = await Promise.all(
    users.map(async (user) => {
      const person = createPerson(world, user, app.settled);
      await connect(person);
      const account = (await store.accounts.get(user.id)).accounts[0]?.id ?? expect.fail('No account');
      const team = teamOf(user, account);
      await store.teams.create(team, { at: team.createdAt, event: 'teamCreated' });
      const messageId = person.messages().at(-1)?.message_id ?? 0;
      return { user, team, good: valuesOf(team, world.group.id), messageId };
    }),
  );
  provider.forget();
  const lots = Array.from({ length: Math.ceil(CASES.length / OWNERS) }, (_, at) =>
    CASES.slice(at * OWNERS, (at + 1) * OWNERS),
  );
  for (const [at, lot] of lots.entries()) {
    if (at % MOST_TAPS === MOST_TAPS - 1) {
      await app.stopBot();
      await app.startBot();
    }
    const taps = lot.map(({ name, names, wrong, value }, place) => {
      const { user, good, messageId } = owners[place] ?? expect.fail('No owner');
      const given: Record<string, string> = { ...good, [wrong]: value };
      return world.pressRaw(user.id, user.id, messageId, [name, ...names.map((each) => given[each] ?? '')].join('|'));
    });
    await app.settled();
    await Promise.all(taps.map(({ answered }) => answered));
  }
  await app.stopBot();
  expect(app.log.filter((line) => /"level":"(?:warn|error)"|"level":[5-6]0/.test(line))).toEqual([]);
  for (const { user, team } of owners) {
    const [kept] = await store.teams.ofPerson(user.id);
    expect(kept).toMatchObject(team);
    expect(await store.teams.allInChat(team.chatId)).toEqual([kept]);
  }
  expect(await store.teams.allInChat(world.group.id)).toEqual([]);
  await store.close();
  console.log(`rights: ${CASES.length.toLocaleString('en')} malformed arguments`);
}, 120_000);

function teamOf({ id, first_name }: User, accountId: string): Team {
  const createdAt = Date.now();
  return {
    ...{ id: `team-${id}`, ownerId: id, accountId, chatId: -id, topicId: 0, title: 'Shift', createdAt },
    members: [{ userId: id, name: first_name, role: 'owner', addedAt: createdAt }],
    ...{ requests: [], protected: [], limits: [] },
  };
}

/** Arguments that the bot makes. */
function valuesOf({ id, accountId, ownerId }: Team, group: number): Record<string, string> {
  return {
    ...{ account: accountId, team: id, server: serverReference('srv-10001'), member: String(ownerId), who: 'team' },
    ...{ chat: String(group), topic: '0', page: '0', at: '0', sort: 'n', period: 'day', days: '30', years: '1' },
    ...{ hours: '1', hour: '9', on: 'n', level: 'n', role: 'viewer', by: 'd', format: 'csv', start: '0', offer: '0' },
    ...{ since: 'x', when: 'late', locale: 'en', happened: 'y', field: 'cpu', resource: 'cpu', what: 'handle' },
    ...{
      to: '9.99.999.9.9',
      set: 'main',
      value: '',
      action: 'reboot',
      command: 'reboot',
      name: 'none',
      os: 'debian12',
    },
  };
}
