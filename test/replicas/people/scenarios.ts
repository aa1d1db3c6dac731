import type { Message } from 'grammy/types';
import { buttons } from '../../../src/features/buttons.ts';
import type { Chance } from '../../crash/chance.ts';
import type { Citizen, Town } from '../environment.ts';
import type { EndedFact, Fact } from '../judge/facts.ts';
import { buttonIn, confirmIn, operationIn, textOf, told } from './screens.ts';
import { caughtUp, giveUp, outagesAfter, PATIENCE_MS, type Patience, persist, tapAndSee } from './waiting.ts';

const FINAL = ['done', 'unclear', 'unknown', 'refused', 'expired'];
const SHOWING = ['sendMessage', 'editMessageText'];
const PROVIDER_SLOW = /^⏳ The provider is slow/;
const DAYS = '30';
const NAMES_A_CHECK = 6;
const MOST_BURST = 5;

export interface Stage {
  town: Town;
  chance: Chance;
  patience: Patience;
}
export type Story = (stage: Stage, citizen: Citizen) => Promise<Fact[]>;

const ended = ({ user }: Citizen, what: EndedFact['what'], how: unknown): EndedFact => {
  return { kind: 'ended', person: user.id, what, ended: Boolean(how) };
};
const isCard = (message: Message, ip: string) => {
  const text = textOf(message);
  return text.startsWith('🖥') && text.split('\n').includes(`IP: ${ip}`);
};

export const connect: Story = async ({ patience }, citizen) => {
  const say = () => citizen.say(`/connect ${citizen.token}`).message_id;
  const connected = await persist(citizen, patience, say, (answers) =>
    answers.find((answer) => /^✅.*connected/i.test(textOf(answer))),
  );
  return [ended(citizen, 'connected', connected)];
};

/** A restart, confirmed once, twice at the same time, or once and again by a client that heard no answer. */
const restart: Story = async (stage, citizen) => {
  const ip = stage.chance.pick(citizen.ips);
  const confirm = await persist(citizen, stage.patience, () => citizen.say(`/reboot ${ip}`).message_id, confirmOf(ip));
  if (!confirm) return [ended(citizen, 'asked', false)];
  return [await confirmed(stage, citizen, confirm)];
};

/** A renewal: money. */
const renew: Story = async (stage, citizen) => {
  const { chance, patience } = stage;
  const ip = chance.pick(citizen.ips);
  const days = (message: Message) => buttonIn(message, buttons.renewFor, (values) => values.at(-1) === DAYS);
  const choice = await persist(
    citizen,
    patience,
    () => citizen.say(`/renew ${ip}`).message_id,
    (answers) => answers.find(days),
  );
  const data = choice && days(choice);
  const confirm =
    data && (await tapAndSee(citizen, patience, choice, data, (message) => told(message) === 'confirm' && message));
  if (!confirm) return [ended(citizen, 'asked', false)];
  return [await confirmed(stage, citizen, confirm)];
};

/** Several messages without waiting in between. */
const burst: Story = async ({ chance, patience }, citizen) => {
  // What was brought again of what was said before must not be taken for an answer to this.
  await caughtUp(citizen);
  const asked = citizen.ips.slice(0, chance.whole(3, MOST_BURST));
  if (chance.odds(0.5)) asked.reverse();
  const [first = 0] = asked.map((ip) => citizen.say(`/server ${ip}`).message_id);
  const answered = () =>
    citizen.answers(first).flatMap((answer) => {
      if (told(answer) === 'outage') return ['outage'];
      return asked.find((ip) => isCard(answer, ip)) ?? [];
    });
  await citizen.sees(() => {
    const so = answered();
    const missing = asked.filter((ip) => !so.includes(ip));
    return missing.length <= so.filter((each) => each === 'outage').length;
  }, PATIENCE_MS);
  await caughtUp(citizen);
  const so = answered();
  patience.outages += so.filter((each) => each === 'outage').length;
  return [{ kind: 'answers', person: citizen.user.id, asked, answered: so }];
};

/** A message and a tap at the same time: Telegram brings both at once, to whichever replica. */
const both: Story = async ({ town, patience }, citizen) => {
  const [first = '', second = ''] = citizen.ips;
  const card = await persist(
    citizen,
    patience,
    () => citizen.say(`/server ${first}`).message_id,
    (answers) => answers.find((answer) => isCard(answer, first)),
  );
  const again = card && buttonIn(card, buttons.server);
  await caughtUp(citizen);
  if (!again) return [ended(citizen, 'asked', false)];
  const before = town.world.calls.length;
  const since = citizen.say(`/server ${second}`).message_id;
  citizen.press(card.message_id, again);
  await citizen.sees(() => citizen.answers(since).length > 0, PATIENCE_MS);
  await caughtUp(citizen);
  const calls = town.world.calls
    .slice(before)
    .filter(({ method, params }) => SHOWING.includes(method) && params.chat_id === citizen.user.id)
    // What else is edited tells of an operation: nobody's update.
    .filter(({ params }) => params.message_id === undefined || params.message_id === card.message_id)
    .map(({ at, endedAt, params }) => ({ at, endedAt, text: String(params.text) }))
    // Said beside the answer of the same update.
    .filter(({ text }) => !PROVIDER_SLOW.test(text));
  return [{ kind: 'both', person: citizen.user.id, calls }];
};

let names = 0;

/** A dialogue over four updates: the card, more of it, what to send, the name. */
const rename: Story = async ({ chance, patience }, citizen) => {
  const ip = chance.pick(citizen.ips);
  for (let tries = 0; tries < 5; tries++) {
    const name = `name-${++names}`;
    const card = await persist(
      citizen,
      patience,
      () => citizen.say(`/server ${ip}`).message_id,
      (answers) => answers.find((answer) => isCard(answer, ip)),
    );
    const more = card && buttonIn(card, buttons.more);
    const opened =
      more && (await tapAndSee(citizen, patience, card, more, (message) => buttonIn(message, buttons.nameServer)));
    const asks =
      opened && (await tapAndSee(citizen, patience, card, opened, (shown) => /^Send me/.test(textOf(shown))));
    if (!asks) break;
    const answer = await persist(
      citizen,
      patience,
      () => citizen.say(name).message_id,
      (answers) => answers.find((each) => told(each) !== 'outage'),
    );
    if (answer && isCard(answer, ip) && textOf(answer).startsWith(`🖥 ${name}`))
      return [{ kind: 'named', person: citizen.user.id, ip, name }];
    if (!answer) break;
  }
  return [ended(citizen, 'renamed', false)];
};

/** A check that goes on by itself, whoever began it. */
const check: Story = async ({ patience }, citizen) => {
  const domains = Array.from({ length: NAMES_A_CHECK }, (_, at) => `p${citizen.user.id}-${++names}-${at}.com`);
  const done = await persist(
    citizen,
    patience,
    () => citizen.say(`/check ${domains.join(' ')}`).message_id,
    (answers) => answers.find((answer) => textOf(answer).startsWith(`${NAMES_A_CHECK} names checked`)),
  );
  return [ended(citizen, 'checked', done)];
};

/** By how often people do them. */
export const STORIES: readonly Story[] = [restart, restart, renew, renew, burst, burst, both, rename, check];
/** Those that are over in a moment where nothing goes wrong. */
export const QUICK_STORIES: readonly Story[] = [renew, burst, both, rename];

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

/** Taps the confirm and waits for the outcome; what is shown to be confirmed again, is. */
async function confirmed({ chance, patience }: Stage, citizen: Citizen, confirm: Message): Promise<Fact> {
  const { message_id: messageId } = confirm;
  const now = () => citizen.answers(messageId - 1).find(({ message_id }) => message_id === messageId);
  let operation = '';
  let shown = confirm.text;
  for (let tries = 0; tries < 20; tries++) {
    const data = confirmIn(now());
    if (data === undefined) break;
    operation = operationIn(data);
    const latest = citizen.answers(messageId - 1).at(-1)?.message_id ?? messageId;
    const press = citizen.press(messageId, data);
    if (chance.odds(0.25)) citizen.press(messageId, data);
    if (chance.odds(0.25)) citizen.resend(press);
    const again = await citizen.sees(() => {
      const message = now();
      const says = told(message);
      if (FINAL.includes(says)) return 'final';
      // Shown anew: another price, or another operation in its place.
      const anew = message?.text !== shown || confirmIn(message) !== data;
      return (anew && says === 'confirm' && says) || (outagesAfter(citizen, latest) && 'outage');
    }, PATIENCE_MS);
    if (again === undefined) giveUp(patience, citizen, messageId - 1);
    if (again === undefined || again === 'final') break;
    if (again === 'outage') patience.outages++;
    shown = now()?.text;
  }
  return { kind: 'confirmed', person: citizen.user.id, operation, messageId };
}
