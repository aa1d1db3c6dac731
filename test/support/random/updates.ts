import fc from 'fast-check';
import { buttons } from '../../../src/features/buttons.ts';
import { anyText } from './text.ts';

/** A person on Telegram, as an update names them. */
export interface Someone {
  id: number;
  first_name: string;
  language_code?: string;
}

/** A person with an account, and its token. */
type Tokens = ReadonlyMap<number, string>;

/** A button of a message that was really shown, and who may see it; without a person, everybody in the group. */
export interface Shown {
  person: number | undefined;
  message: object;
  data: string;
}

/** The parts of random updates: the people, their group, and the buttons that were really shown. */
export interface Surroundings {
  people: readonly Someone[];
  group: { id: number; type: string; title: string };
  shown: readonly Shown[];
  /** Random people disconnect their accounts; these tokens connect them again. */
  tokens: Tokens;
  /** Tokens that people send by mistake; none of them opens an account. */
  secrets: readonly string[];
}

type Raw = Record<string, unknown>;

const COMMANDS =
  'start help connect accounts servers server reboot on off language cancel buy orders check price register domain'.split(
    ' ',
  );
const NAMES = Object.values(buttons).map(({ name }) => name);
const ODD = [
  '<b>',
  '&amp;',
  '\u202e',
  '\u2068',
  '\u0000',
  '/',
  '|',
  '10.0.0.0',
  'web1',
  'restart',
  'ری‌استارت',
  'کن',
  'console',
  '۱۰.۰.۰.۱',
  '😀',
  '%s',
  "'; --",
  '{token}',
  '😀'.repeat(40),
];

const piece = fc.oneof(anyText({ maxLength: 30 }), fc.constantFrom(...ODD));
const argument = fc.array(piece, { maxLength: 4 }).map((parts) => parts.join(' '));
const words = fc.oneof(argument, anyText({ maxLength: 200 }), fc.constant('x'.repeat(4096)));

/** Telegram would never send such entities: outside of the text, overlapping, of unknown types. */
const malformed = fc.array(
  fc.record({
    type: fc.constantFrom('bot_command', 'mention', 'url', 'text_link', 'custom_emoji', 'nonsense'),
    offset: fc.integer({ min: -5, max: 5000 }),
    length: fc.integer({ min: -5, max: 5000 }),
  }),
  { maxLength: 3 },
);

const command = fc
  .tuple(fc.oneof(fc.constantFrom(...COMMANDS), fc.stringMatching(/^[a-z]{1,12}$/)), argument)
  .chain(([name, rest]) =>
    fc.constantFrom('', '@host_test_bot', '@another_bot').map((to): Raw => {
      const head = `/${name}${to}`;
      return { text: `${head} ${rest}`, entities: [{ type: 'bot_command', offset: 0, length: head.length }] };
    }),
  );

/** A secret behind a command, bare, among words, or under a photo. */
function slipOf(secrets: readonly string[]): fc.Arbitrary<Raw> {
  const before = fc.oneof(
    fc.constantFrom('', 'token: ', 'my token is ', 'توکن من ', '10.0.0.1 ', '/unheard-of '),
    fc.constantFrom(...COMMANDS).map((name) => `/${name} `),
  );
  return fc.tuple(before, fc.constantFrom(...secrets), fc.boolean()).map(([head, secret, isCaption]): Raw => {
    const text = head + secret;
    const [command] = /^\/\w+/.exec(text) ?? [];
    const entities = command ? [{ type: 'bot_command', offset: 0, length: command.length }] : [];
    return isCaption ? { photo: [], caption: text, caption_entities: entities } : { text, entities };
  });
}

function connectingOf(token: string): Raw {
  return { text: `/connect ${token}`, entities: [{ type: 'bot_command', offset: 0, length: '/connect'.length }] };
}

function contentOf({ secrets, tokens }: Surroundings, person: Someone): fc.Arbitrary<Raw> {
  const token = tokens.get(person.id);
  return fc.oneof(
    { weight: token === undefined ? 0 : 1, arbitrary: fc.constant(connectingOf(token ?? '')) },
    { weight: 6, arbitrary: command },
    { weight: 3, arbitrary: fc.record({ text: words }) },
    { weight: 2, arbitrary: fc.record({ text: words, entities: malformed }) },
    { weight: 1, arbitrary: slipOf(secrets) },
    {
      weight: 2,
      arbitrary: fc.constantFrom<Raw>(
        {},
        { photo: [] },
        { document: { file_id: 'x', file_unique_id: 'y' }, caption: '/start' },
        { contact: { phone_number: '1', first_name: 'x' } },
        { location: { latitude: 1, longitude: 1 } },
        { dice: { emoji: '🎲', value: 1 } },
        { new_chat_members: [] },
        { migrate_to_chat_id: -1 },
        { pinned_message: { chat: { id: 1, type: 'private' }, message_id: 1, date: 0 } },
        { text: '' },
      ),
    },
  );
}

const anyId = fc.integer({ min: 1, max: 2_000_000 });

function chatOf({ group }: Surroundings, person: Someone) {
  const own = { id: person.id, type: 'private', first_name: person.first_name };
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(own) },
    { weight: 2, arbitrary: fc.constant(group) },
    { weight: 1, arbitrary: anyId.map((id) => ({ id: -1_000_000_000_000 - id, type: 'supergroup', title: 'x' })) },
    { weight: 1, arbitrary: anyId.map((id) => ({ id: -id, type: 'group', title: 'x' })) },
    { weight: 1, arbitrary: anyId.map((id) => ({ id: -1_000_000_000_000 - id, type: 'channel', title: 'x' })) },
  );
}

/** Mostly the person; also no sender, a bot, an anonymous admin or a channel. */
function senderOf(person: Someone): fc.Arbitrary<Raw> {
  const from = { ...person, is_bot: false };
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant({ from }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Raw>(
        {},
        { from: { ...from, is_bot: true } },
        { from: { ...from, language_code: 'xx-Nonsense' } },
        {
          from: { id: 1_087_968_824, is_bot: true, first_name: 'Group' },
          sender_chat: { id: -1, type: 'supergroup', title: 'x' },
        },
        { from, sender_chat: { id: -1_000_000_000_001, type: 'channel', title: 'x' } },
      ),
    },
  );
}

function messageOf(around: Surroundings, person: Someone): fc.Arbitrary<Raw> {
  return fc
    .tuple(chatOf(around, person), senderOf(person), contentOf(around, person), anyId)
    .map(([chat, sender, body, message_id]) => ({ message_id, date: 1_700_000_000, chat, ...sender, ...body }));
}

/** Data of a button shown to this person or to another, a valid name with wrong arguments, or nonsense. */
function dataOf({ shown }: Surroundings): fc.Arbitrary<string> {
  const values = fc.array(fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('', '0', '-1', '1e9', 'fa')), {
    maxLength: 4,
  });
  const made = fc.tuple(fc.constantFrom(...NAMES), values).map(([name, parts]) => [name, ...parts].join('|'));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...shown.map(({ data }) => data)) },
    { weight: 4, arbitrary: made },
    { weight: 1, arbitrary: anyText({ maxLength: 64 }) },
  );
}

function tapOf(around: Surroundings, person: Someone, anyData: fc.Arbitrary<string>): fc.Arbitrary<Raw> {
  const from = { ...person, is_bot: false };
  const place = fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(chatOf(around, person), anyId)
        .map(([chat, message_id]) => ({ message: { chat, message_id, date: 0 } })),
    },
    { weight: 1, arbitrary: messageOf(around, person).map((message) => ({ message })) },
    { weight: 1, arbitrary: fc.constant({ inline_message_id: 'inline' }) },
    { weight: 1, arbitrary: fc.constant({}) },
  );
  const what = fc.oneof(
    { weight: 12, arbitrary: anyData.map((data): Raw => ({ data })) },
    { weight: 1, arbitrary: fc.constantFrom<Raw>({}, { game_short_name: 'game' }, { data: '' }) },
  );
  const anywhere = fc.tuple(place, what).map(([where, asked]): Raw => ({ ...where, ...asked }));
  const seen = around.shown.filter((each) => (each.person ?? person.id) === person.id);
  const real = seen.length === 0 ? anywhere : fc.constantFrom(...seen).map(({ message, data }) => ({ message, data }));
  return fc
    .oneof({ weight: 1, arbitrary: anywhere }, { weight: 2, arbitrary: real })
    .map((tapped) => ({ from, chat_instance: '1', ...tapped }));
}

/** A person's text behind the bot's name: whole names, beginnings of them, anything. A query still needs its identifier. */
function inlineOf(person: Someone): fc.Arbitrary<Raw> {
  const from = { ...person, is_bot: false };
  const query = fc.oneof(
    words,
    fc.constantFrom('brand', 'brand.com', 'takenname.com', 'برند', '', '.ir', 'xn--', 'a.b.c'),
  );
  const place = fc.constantFrom<Raw>(
    {},
    { chat_type: 'private' },
    { chat_type: 'supergroup' },
    { chat_type: 'nonsense' },
  );
  return fc
    .tuple(query, place, fc.constantFrom('', '50', '\u0000'))
    .map(([typed, where, offset]) => ({ from, query: typed.slice(0, 256), offset, ...where }));
}

/** The update that a person sent one of the cards. */
function chosenOf(person: Someone): fc.Arbitrary<Raw> {
  const from = { ...person, is_bot: false };
  return fc.record({ result_id: fc.string({ maxLength: 12 }), query: words }).map((chosen) => ({ from, ...chosen }));
}

/** Any update: its kind and its body. Callback and inline queries still need their identifiers. */
export function anyUpdate(around: Surroundings): fc.Arbitrary<Raw> {
  const anyData = dataOf(around);
  return fc.constantFrom(...around.people).chain((person) => {
    const message = messageOf(around, person);
    const other = fc.tuple(
      fc.constantFrom('edited_message', 'channel_post', 'my_chat_member', 'message_reaction', 'poll', 'nonsense'),
      message,
    );
    return fc.oneof(
      { weight: 9, arbitrary: message.map((body): Raw => ({ message: body })) },
      { weight: 9, arbitrary: tapOf(around, person, anyData).map((body): Raw => ({ callback_query: body })) },
      { weight: 2, arbitrary: inlineOf(person).map((body): Raw => ({ inline_query: body })) },
      { weight: 1, arbitrary: chosenOf(person).map((body): Raw => ({ chosen_inline_result: body })) },
      { weight: 1, arbitrary: other.map(([kind, body]): Raw => ({ [kind]: body })) },
      { weight: 1, arbitrary: fc.constant<Raw>({}) },
    );
  });
}
