/**
 * Switches for rare behaviour of Telegram, and for a demo also accounts, examples and troubles.
 * The panel stands beside the chat where there is room, else in a dialog.
 */
import type { DemoState, Switch, Trouble } from '../../page-server/page-api.ts';
import type { App } from '../session/app.ts';
import { t } from '../texts.ts';
import { el, iconButton } from '../ui/dom.ts';
import { copy, openDialog, toast } from '../ui/overlay.ts';
import { groupExamples } from './group-examples.ts';
import { letNightPass } from './guide-steps.ts';
import { teamExamples } from './team-examples.ts';

const TROUBLES: readonly Trouble[] = [
  'off',
  'place',
  'lost',
  'down',
  'slow',
  'wait',
  'price',
  'fall',
  'balance',
  'free',
];
const SWITCHES: readonly Switch[] = ['inaccessible_taps', 'inline_feedback', 'threaded_mode'];
const EXAMPLES = ['servers', 'restart', 'console', 'graph', 'watch', 'buy', 'check', 'inline', 'orders'] as const;

export interface Panel {
  element: HTMLElement;
  render(): void;
  /** Opens the dialog, or shows and hides the panel beside the chat. */
  toggle(): void;
  readonly isShown: boolean;
}

export function createPanel(app: App): Panel {
  const content = el('div', { class: 'panel-content' });
  const element = el('aside', { class: 'panel' }, content);
  const wide = matchMedia('(width >= 1100px)');
  /** The person's choice; without one a demo shows the panel. */
  let chosen: boolean | undefined;
  let dialog: HTMLDialogElement | undefined;
  let rendered = '';

  wide.addEventListener('change', () => {
    dialog?.close();
    app.changed();
  });

  function toggle(): void {
    if (wide.matches) chosen = element.hidden !== false;
    else if (!dialog) openInDialog();
    app.changed();
  }

  function openInDialog(): void {
    dialog = openDialog('panel-dialog', content);
    dialog.setAttribute('aria-label', t('panel'));
    dialog.addEventListener('close', () => {
      dialog = undefined;
      element.append(content);
      app.changed();
    });
  }

  function render(): void {
    const { demo } = app;
    element.hidden = !app.me || !(chosen ?? demo !== undefined) || !wide.matches;
    element.setAttribute('aria-label', t('panel'));
    if (!app.me) return;
    const now = `${app.me.id}/${document.documentElement.lang}/${demo?.team?.topic}`;
    if (rendered !== now) {
      rendered = now;
      const leave = () => dialog?.close();
      content.replaceChildren(...sections(app, leave, () => (dialog ? leave() : toggle())));
    }
    showState(app, content);
  }

  return {
    element,
    render,
    toggle,
    get isShown() {
      return dialog !== undefined || !element.hidden;
    },
  };
}

/** @param leave closes the dialog, so that the chat can be seen */
function sections(app: App, leave: () => void, hide: () => void): HTMLElement[] {
  return [
    el('div', { class: 'panel-head' }, el('h2', {}, t('panel')), iconButton('close', t('close'), hide)),
    ...(app.demo ? sectionsOfDemo(app, leave) : []),
    section('panel_telegram', 'panel_telegram_words', ...SWITCHES.map((name) => telegramSwitch(app, name))),
  ];
}

function sectionsOfDemo(app: App, leave: () => void): HTMLElement[] {
  return [
    section('panel_accounts', 'panel_accounts_words', ...accounts(app, leave), topUpControl(app)),
    section('panel_try', 'panel_try_words', ...EXAMPLES.map((name) => example(app, name, leave))),
    section('panel_group', 'panel_group_words', ...groupExamples(app, leave)),
    ...(app.demo?.team ? [section('panel_team', 'panel_team_words', ...teamExamples(app, app.demo.team, leave))] : []),
    section('panel_troubles', 'panel_troubles_words', ...TROUBLES.map((trouble) => troubleSwitch(app, trouble))),
    section('panel_clock', 'panel_clock_words', nightControl(app, leave)),
    section('panel_bot', 'panel_bot_words', botControl(app)),
  ];
}

type Heading = `panel_${'telegram' | 'accounts' | 'try' | 'group' | 'team' | 'troubles' | 'clock' | 'bot'}`;

function section(heading: Heading, words: `${Heading}_words`, ...children: HTMLElement[]): HTMLElement {
  return el('section', { class: 'panel-part' }, el('h3', {}, t(heading)), el('p', {}, t(words)), ...children);
}

function accounts(app: App, leave: () => void): HTMLElement[] {
  const { token, fleet_token } = app.hints ?? {};
  return [
    ['account_small', token],
    ['account_fleet', fleet_token],
  ].flatMap(([key, found]) =>
    found !== undefined && (key === 'account_small' || key === 'account_fleet')
      ? [account(app, key, found, leave)]
      : [],
  );
}

function account(app: App, key: 'account_small' | 'account_fleet', token: string, leave: () => void): HTMLElement {
  const connect = () => {
    leave();
    void sendPrivately(app, `/connect ${token}`);
  };
  return el(
    'div',
    { class: 'panel-row' },
    el('span', { class: 'panel-words' }, t(key)),
    el('button', { type: 'button', class: 'step-chip', 'data-token': token, click: connect }),
    iconButton('copy', t('account_copy', { account: t(key) }), () => copy(token)),
  );
}

function example(app: App, name: (typeof EXAMPLES)[number], leave: () => void): HTMLElement {
  const text = name === 'inline' ? `@${app.bot?.username ?? ''} ${t('try_inline')}` : t(`try_${name}`);
  const run = () => {
    leave();
    if (name !== 'inline') void sendPrivately(app, text);
    else if (app.privateChat) {
      app.go(app.privateChat.chat.id);
      app.drafts.delete(app.privateChat.chat.id);
      app.insert(text, app.privateChat.chat.id);
    }
  };
  return el(
    'button',
    { type: 'button', class: 'panel-example', click: run },
    el('span', { class: 'panel-said' }, el('bdi', {}, text)),
    el('span', { class: 'panel-expect' }, t(`try_${name}_words`)),
  );
}

function troubleSwitch(app: App, trouble: Trouble): HTMLElement {
  const flip = () => void app.disturb({ trouble, on: app.demo?.troubles[trouble] !== true });
  return switchButton(`trouble_${trouble}`, flip, { 'data-trouble': trouble });
}

function telegramSwitch(app: App, name: Switch): HTMLElement {
  const flip = () => void app.switch({ name, on: !app.switches[name] });
  return switchButton(`switch_${name}`, flip, { 'data-switch': name });
}

/** @param key of the name's text; the key of the description ends in `_words` */
function switchButton(
  key: `trouble_${Trouble}` | `switch_${Switch}`,
  click: () => void,
  attributes: Record<string, string>,
): HTMLElement {
  return el(
    'button',
    {
      type: 'button',
      class: 'panel-switch',
      role: 'switch',
      'aria-labelledby': key,
      'aria-describedby': `${key}_words`,
      ...attributes,
      click,
    },
    el('b', { id: key }, t(key)),
    el('span', { class: 'track', 'aria-hidden': 'true' }),
    el('span', { class: 'panel-expect', id: `${key}_words` }, t(`${key}_words`)),
  );
}

function topUpControl(app: App): HTMLElement {
  const act = async () => {
    if (await app.disturb({ topUp: true })) toast(t('topped_up'));
  };
  return el('button', { type: 'button', class: 'step-chip', click: () => void act() }, t('top_up'));
}

function nightControl(app: App, leave: () => void): HTMLElement {
  const act = () => {
    leave();
    letNightPass(app);
  };
  return el('button', { type: 'button', class: 'step-chip night', click: act }, t('night'));
}

function botControl(app: App): HTMLElement {
  const act = () => void app.disturb({ bot: app.demo?.bot === 'killed' ? 'start' : 'kill' });
  return el(
    'div',
    { class: 'panel-row' },
    el('span', { class: 'panel-words bot-state', role: 'status' }),
    el('button', { type: 'button', class: 'step-chip bot-act', click: act }),
  );
}

/** Updates the switches in place, so that they keep the focus. */
function showState({ demo, switches, me }: App, content: HTMLElement): void {
  for (const button of content.querySelectorAll<HTMLElement>('[data-switch]')) {
    const on = SWITCHES.some((name) => name === button.dataset.switch && switches[name]);
    button.setAttribute('aria-checked', String(on));
  }
  if (demo && me) showDemo(content, demo, me.id);
}

function showDemo(content: HTMLElement, demo: DemoState, me: number): void {
  for (const button of content.querySelectorAll<HTMLElement>('[data-token]')) {
    const { token } = button.dataset;
    const isConnected = demo.connected.some((each) => each.person === me && each.token === token);
    // The bot can forget an account without the demo’s knowledge: the button works in both cases.
    button.textContent = t(isConnected ? 'account_switch' : 'account_connect');
  }
  for (const button of content.querySelectorAll<HTMLElement>('[data-trouble]')) {
    const on = TROUBLES.some((trouble) => trouble === button.dataset.trouble && demo.troubles[trouble]);
    button.setAttribute('aria-checked', String(on));
  }
  const state = content.querySelector('.bot-state');
  if (state && state.textContent !== t(`bot_${demo.bot}`)) state.textContent = t(`bot_${demo.bot}`);
  state?.classList.toggle('alarm', demo.bot === 'killed');
  const act = content.querySelector('.bot-act');
  if (act instanceof HTMLButtonElement) {
    act.textContent = t(demo.bot === 'killed' ? 'bot_start' : 'bot_kill');
    act.disabled = demo.bot === 'starting';
  }
  const night = content.querySelector('.night');
  if (night instanceof HTMLButtonElement) {
    night.textContent = t(demo.night ? 'night_passes' : 'night');
    night.disabled = demo.night || demo.bot === 'starting';
  }
}

/** A person may have forgotten a switch. */
export function isDisturbed({ demo, switches }: App): boolean {
  if (switches.inaccessible_taps) return true;
  return demo !== undefined && (demo.bot !== 'running' || Object.values(demo.troubles).includes(true));
}

async function sendPrivately(app: App, text: string): Promise<void> {
  const chat = app.privateChat;
  if (!chat) return;
  if (app.open !== chat) app.go(chat.chat.id);
  await app.send(text, chat.chat.id);
}
