import type { User } from 'grammy/types';
import { expect, test } from 'vitest';
import type { Role } from '../../../../src/store/key-value/teams.ts';
import { ROLES_OF_DESIGN } from '../../../teams/design.ts';
import { type Company, enterCompany, TEAM, type Who } from './company.ts';

const ALL: readonly Who[] = ['stranger', ...ROLES_OF_DESIGN];

/** A real button that changes the team, as the bot showed it before. */
interface Step {
  /** How its data begins. */
  button: string;
  /** The one who taps it in the end. */
  by: Who;
  /** The lowest role that may; `person`: the one to whom it was shown alone. */
  from: Role | 'person';
}

interface Change {
  /** Leads to the first button, in the private chat of the person. */
  begin(company: Company, people: People): void;
  steps: Step[];
}
type People = ReadonlyMap<Who, User>;

const CHANGES: Record<string, Change> = {
  'a role and its undo': {
    begin: ({ world, take }, people) => say(world, people, 'owner', `m2|${TEAM}|${take('viewer').id}`),
    steps: [
      { button: 'm3|', by: 'owner', from: 'owner' },
      { button: 'm4|', by: 'owner', from: 'owner' },
    ],
  },
  'a limit and its undo': {
    begin: ({ world, account }, people) => say(world, people, 'owner', `ty|${account}|team`),
    steps: [
      { button: 'tz|', by: 'owner', from: 'owner' },
      { button: 'tv|', by: 'owner', from: 'owner' },
    ],
  },
  'going on call and its undo': {
    begin: ({ world }, people) => say(world, people, 'operator', '/oncall'),
    steps: [
      { button: 'ot|', by: 'operator', from: 'operator' },
      { button: 'ou|', by: 'operator', from: 'person' },
    ],
  },
  'break-glass and its end': {
    begin: ({ world }, people) => say(world, people, 'admin', '/breakglass fire at night'),
    steps: [
      { button: 'gb|', by: 'admin', from: 'person' },
      { button: 'ge|', by: 'admin', from: 'admin' },
    ],
  },
  'a request to join': {
    begin: ({ world, group }, people) => void world.pressRaw(idOf(people, 'stranger'), group, 1, `t4|${TEAM}`),
    steps: [{ button: 'm5|', by: 'owner', from: 'owner' }],
  },
  'the end of the team and its undo': {
    begin: ({ world }, people) => say(world, people, 'owner', `t5|${TEAM}`),
    steps: [
      { button: 't6|', by: 'owner', from: 'owner' },
      { button: 't8|', by: 'owner', from: 'owner' },
    ],
  },
};

/** A person says a command in private, or taps a button there. */
function say(world: Company['world'], people: People, who: Who, said: string): void {
  const id = idOf(people, who);
  if (said.startsWith('/')) world.say(id, id, said);
  else world.pressRaw(id, id, 1, said);
}

function idOf(people: People, who: Who): number {
  return people.get(who)?.id ?? expect.fail(`No ${who}`);
}

/** The subjects of these buttons. */
async function stateNow({ store }: Company): Promise<unknown> {
  const team = await store.teams.get(TEAM);
  if (!team) return 'ended';
  const { members, limits, onCall, breakGlass, requests } = team;
  const roles = members.map(({ userId, role }) => `${userId} ${role}`);
  return { roles, limits, onCall: onCall?.userId, isOn: breakGlass !== undefined && !breakGlass.ended, requests };
}

/** The last button of that kind that the bot showed the person in private. */
function shownTo({ world }: Company, id: number, button: string): string | undefined {
  const shown = world.messages(id, id).flatMap(({ reply_markup: markup }) => markup?.inline_keyboard.flat() ?? []);
  const found = shown.findLast((each) => 'callback_data' in each && each.callback_data.startsWith(button));
  return found && 'callback_data' in found ? found.callback_data : undefined;
}

function mayTap({ from, by }: Step, who: Who): boolean {
  if (from === 'person') return who === by;
  return who !== 'stranger' && ROLES_OF_DESIGN.indexOf(who) >= ROLES_OF_DESIGN.indexOf(from);
}

/** Everybody who may not taps it, in the group and in private. */
async function tapWithoutRight(company: Company, people: People, step: Step, data: string): Promise<number> {
  const { world, group } = company;
  const inGroup = await company.post(group, [data]);
  const others = ALL.filter((who) => !mayTap(step, who)).map((who) => idOf(people, who));
  // Another of the same role is no more the person to whom it was shown than anybody else.
  if (step.from === 'person') others.push(company.take(step.by).id);
  for (const id of others) {
    world.pressRaw(id, id, 1, data);
    world.pressRaw(id, group, inGroup, data);
  }
  await company.settled();
  return others.length * 2;
}

for (const [what, { begin, steps }] of Object.entries(CHANGES))
  test(`${what}: the real button changes the team for those alone whom the design gives it`, async () => {
    await using company = await enterCompany({ each: 4, open: 1 });
    const { world, store } = company;
    await store.teams.change(TEAM, (team) => {
      team.limits = [{ total: 500_000, currency: 'toman' }];
    });
    const people = new Map(ALL.map((who) => [who, company.take(who)]));
    begin(company, people);
    await company.settled();
    let taps = 0;
    for (const step of steps) {
      const id = idOf(people, step.by);
      const data = await world.until(() => shownTo(company, id, step.button));
      const before = await stateNow(company);
      taps += await tapWithoutRight(company, people, step, data);
      expect(await stateNow(company)).toEqual(before);
      world.pressRaw(id, id, 1, data);
      await company.settled();
      expect(await stateNow(company)).not.toEqual(before);
    }
    expect(taps).toBeGreaterThan(0);
    console.log(`rights: ${taps} taps without right on real buttons of ${what}`);
  });
