import type { Message } from 'grammy/types';
import { buttons } from '../../../../src/features/buttons.ts';
import { followed } from '../../../support/person.ts';
import type { Chance } from '../../../support/random/chance.ts';
import type { ChatUser, Environment } from '../environment.ts';
import type { EndedFact, Fact } from '../judge/facts.ts';
import { buttonIn, confirmIn, operationIn, textOf, told } from './screens.ts';
import { caughtUp, giveUp, LONGEST_WAIT_MS, outagesAfter, sendAndSee, tapAndSee, type WaitCounts } from './waiting.ts';

const FINAL = ['done', 'unclear', 'unknown', 'refused', 'expired'];
const SHOWING = ['sendMessage', 'editMessageText'];
const PROVIDER_SLOW = /^⏳ The provider is slow/;
const DAYS = '30';
const NAMES_A_CHECK = 6;
const MOST_BURST = 5;

export interface ScenarioContext {
  environment: Environment;
  chance: Chance;
  waits: WaitCounts;
}
export type Scenario = (context: ScenarioContext, chatUser: ChatUser) => Promise<Fact[]>;

const ended = ({ user }: ChatUser, what: EndedFact['what'], how: unknown): EndedFact => {
  return { kind: 'ended', person: user.id, what, ended: Boolean(how) };
};
const isCard = (message: Message, ip: string) => {
  const lines = textOf(message).split('\n');
  // Without a name of its own a server is called by its IP.
  return lines[0] === `🖥 ${ip}` || (lines[0]?.startsWith('🖥 ') === true && lines.includes(`IP: ${ip}`));
};

export const connect: Scenario = async ({ waits }, chatUser) => {
  const say = () => chatUser.say(`/connect ${chatUser.token}`).message_id;
  const connected = await sendAndSee(chatUser, waits, say, (answers) =>
    answers.find((answer) => /^✅.*connected/i.test(textOf(answer))),
  );
  return [ended(chatUser, 'connected', connected)];
};

/** A restart, confirmed once, twice at the same time, or once and again by a client that heard no answer. */
const restart: Scenario = async (context, chatUser) => {
  const ip = context.chance.pick(chatUser.ips);
  const confirm = await sendAndSee(
    chatUser,
    context.waits,
    () => chatUser.say(`/reboot ${ip}`).message_id,
    confirmOf(ip),
  );
  if (!confirm) return [ended(chatUser, 'asked', false)];
  return [await confirmed(context, chatUser, confirm)];
};

/** A renewal: money. */
const renew: Scenario = async (context, chatUser) => {
  const { chance, waits } = context;
  const ip = chance.pick(chatUser.ips);
  const days = (message: Message) => buttonIn(message, buttons.renewFor, (values) => values.at(-1) === DAYS);
  const choice = await sendAndSee(
    chatUser,
    waits,
    () => chatUser.say(`/renew ${ip}`).message_id,
    (answers) => answers.find(days),
  );
  const data = choice && days(choice);
  const confirm =
    data && (await tapAndSee(chatUser, waits, choice, data, (message) => told(message) === 'confirm' && message));
  if (!confirm) return [ended(chatUser, 'asked', false)];
  return [await confirmed(context, chatUser, confirm)];
};

/** Several messages without waiting in between. */
const burst: Scenario = async ({ chance, waits }, chatUser) => {
  // A repeated answer to an earlier message must not be taken for an answer to this one.
  await caughtUp(chatUser);
  const asked = chatUser.ips.slice(0, chance.whole(3, MOST_BURST));
  if (chance.odds(0.5)) asked.reverse();
  const [first = 0] = asked.map((ip) => chatUser.say(`/server ${ip}`).message_id);
  const answered = () =>
    chatUser.answers(first).flatMap((answer) => {
      if (told(answer) === 'outage') return ['outage'];
      return asked.find((ip) => isCard(answer, ip)) ?? [];
    });
  await chatUser.sees(() => {
    const so = answered();
    const missing = asked.filter((ip) => !so.includes(ip));
    return missing.length <= so.filter((each) => each === 'outage').length;
  }, LONGEST_WAIT_MS);
  await caughtUp(chatUser);
  const so = answered();
  waits.outages += so.filter((each) => each === 'outage').length;
  return [{ kind: 'answers', person: chatUser.user.id, asked, answered: so }];
};

/** A message and a tap at the same time: Telegram brings both at once, to any replica. */
const both: Scenario = async ({ environment, waits }, chatUser) => {
  const [first = '', second = ''] = chatUser.ips;
  const card = await sendAndSee(
    chatUser,
    waits,
    () => chatUser.say(`/server ${first}`).message_id,
    (answers) => answers.find((answer) => isCard(answer, first)),
  );
  const again = card && buttonIn(card, buttons.server);
  await caughtUp(chatUser);
  if (!again) return [ended(chatUser, 'asked', false)];
  const before = environment.world.calls.length;
  const since = chatUser.say(`/server ${second}`).message_id;
  chatUser.press(card.message_id, again);
  await chatUser.sees(() => chatUser.answers(since).length > 0, LONGEST_WAIT_MS);
  await caughtUp(chatUser);
  const calls = environment.world.calls
    .slice(before)
    .filter(({ method, params }) => SHOWING.includes(method) && params.chat_id === chatUser.user.id)
    // Other edits tell of an operation and belong to no update.
    .filter(({ params }) => params.message_id === undefined || params.message_id === card.message_id)
    .map(({ at, endedAt, params }) => ({ at, endedAt, text: String(params.text) }))
    // Said beside the answer of the same update.
    .filter(({ text }) => !PROVIDER_SLOW.test(text));
  return [{ kind: 'both', person: chatUser.user.id, calls }];
};

let names = 0;

/** A dialogue over four updates: the card, more of it, what to send, the name. */
const rename: Scenario = async ({ chance, waits }, chatUser) => {
  const ip = chance.pick(chatUser.ips);
  for (let tries = 0; tries < 5; tries++) {
    const name = `name-${++names}`;
    const card = await sendAndSee(
      chatUser,
      waits,
      () => chatUser.say(`/server ${ip}`).message_id,
      (answers) => answers.find((answer) => isCard(answer, ip)),
    );
    const more = card && buttonIn(card, buttons.more);
    const opened =
      more && (await tapAndSee(chatUser, waits, card, more, (message) => buttonIn(message, buttons.nameServer)));
    const asks =
      opened && (await tapAndSee(chatUser, waits, card, opened, (shown) => /^Send a name/.test(textOf(shown))));
    if (!asks) break;
    const answer = await sendAndSee(
      chatUser,
      waits,
      () => chatUser.say(name).message_id,
      (answers) => answers.find((each) => told(each) !== 'outage'),
    );
    if (answer && isCard(answer, ip) && textOf(answer).startsWith(`🖥 ${name}`))
      return [{ kind: 'named', person: chatUser.user.id, ip, name }];
    if (!answer) break;
  }
  return [ended(chatUser, 'renamed', false)];
};

/** A check, which goes on also after the replica that began it died. */
const check: Scenario = async ({ waits }, chatUser) => {
  const domains = Array.from({ length: NAMES_A_CHECK }, (_, at) => `p${chatUser.user.id}-${++names}-${at}.com`);
  const done = await sendAndSee(
    chatUser,
    waits,
    () => chatUser.say(`/check ${domains.join(' ')}`).message_id,
    (answers) => answers.find((answer) => textOf(answer).startsWith(`${NAMES_A_CHECK} names checked`)),
  );
  return [ended(chatUser, 'checked', done)];
};

/** By how often people do them. */
export const SCENARIOS: readonly Scenario[] = [restart, restart, renew, renew, burst, burst, both, rename, check];
/** The scenarios that are over in a moment where nothing goes wrong. */
export const QUICK_SCENARIOS: readonly Scenario[] = [renew, burst, both, rename];

function confirmOf(ip: string) {
  return (answers: Message[]) =>
    answers.find(
      (answer) =>
        told(answer) === 'confirm' &&
        textOf(answer)
          .split(/[^\d.]/)
          .includes(ip),
    );
}

/** Taps the confirm and waits for the outcome; confirms again where the bot asks for that. */
async function confirmed({ chance, waits }: ScenarioContext, chatUser: ChatUser, confirm: Message): Promise<Fact> {
  const { message_id: messageId } = confirm;
  const now = () => followed(chatUser.answers(messageId - 1), messageId);
  const press = (data: string) => {
    const at = now()?.message_id ?? messageId;
    const first = chatUser.press(at, data);
    if (chance.odds(0.25)) chatUser.press(at, data);
    if (chance.odds(0.25)) chatUser.resend(first);
  };
  let operation = '';
  let shown = confirm.text;
  for (let tries = 0; tries < 20; tries++) {
    const data = confirmIn(now());
    if (data === undefined) break;
    operation = operationIn(data);
    const latest = chatUser.answers(messageId - 1).at(-1)?.message_id ?? messageId;
    press(data);
    const again = await chatUser.sees(() => {
      const message = now();
      const says = told(message);
      if (FINAL.includes(says)) return 'final';
      // Shown anew: another price, or another operation in its place.
      const anew = message?.text !== shown || confirmIn(message) !== data;
      return (anew && says === 'confirm' && says) || (outagesAfter(chatUser, latest) && 'outage');
    }, LONGEST_WAIT_MS);
    if (again === undefined) giveUp(waits, chatUser, messageId - 1);
    if (again === undefined || again === 'final') break;
    if (again === 'outage') waits.outages++;
    shown = now()?.text;
  }
  return { kind: 'confirmed', person: chatUser.user.id, operation, messageId };
}
