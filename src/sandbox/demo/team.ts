import { buttons } from '../../features/buttons.ts';
import { SHIFT } from '../telegram/backend/people.ts';
import type { World } from '../telegram/index.ts';
import type { DemoTeam } from '../telegram/page-server/page-api.ts';

const LONGEST_MS = 60_000;

/** Sets up the demo's team by the actions of people. @param account the owner's token, and the IP of the server to protect */
export async function setUpTeam(world: World, account: { token: string; server: string }): Promise<DemoTeam> {
  const { owner, ...others } = SHIFT.people;
  const group = world.group.id;
  world.promotePerson(world.persian.id, owner.id, { can_invite_users: true });
  const topic = world.openTopic(world.persian.id, SHIFT.topic).message_id;
  const say = async (chat: number, text: string, place: { topic?: number } = {}) => {
    const { message_id } = world.say(owner.id, chat, text, place);
    await until(world, () => world.messages(owner.id, chat).some((each) => each.message_id > message_id));
  };
  await say(owner.id, `/connect ${account.token}`);
  await say(group, '/team', { topic });
  await press(world, owner.id, group, new RegExp(`^${buttons.teamFound.name}\\|`));
  for (const [role, { id }] of Object.entries(others)) {
    await press(world, id, group, new RegExp(`^${buttons.teamJoin.name}\\|`));
    await press(world, owner.id, owner.id, new RegExp(`^${buttons.memberAdmit.name}\\|.*\\|${id}\\|${role}$`));
  }
  await say(group, `/protect ${account.server}`, { topic });
  const { admin, operator, viewer } = others;
  const people = { owner: owner.id, admin: admin.id, operator: operator.id, viewer: viewer.id };
  return { chat: group, topic, server: account.server, people };
}

async function press(world: World, person: number, chat: number, data: RegExp): Promise<void> {
  const find = () => {
    for (const { message_id, reply_markup } of world.messages(person, chat).toReversed())
      for (const button of reply_markup?.inline_keyboard.flat() ?? [])
        if ('callback_data' in button && data.test(button.callback_data))
          return { message_id, data: button.callback_data };
    return undefined;
  };
  const found = await until(world, find);
  await world.press(person, chat, found.message_id, found.data).answered;
}

function until<T>(world: World, found: () => T | undefined | false): Promise<T> {
  return world.until(found, { timeoutMs: LONGEST_MS });
}
