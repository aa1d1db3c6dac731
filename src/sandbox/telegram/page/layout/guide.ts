/** The introduction to the demo: the card of an empty chat, the help, the bar above the text field. */
import type { App } from '../session/app.ts';
import { type ChatView, isPrivate } from '../session/chats.ts';
import { t } from '../texts.ts';
import { el, icon, iconButton } from '../ui/dom.ts';
import { number } from '../ui/format.ts';
import { copy, openDialog, toast } from '../ui/overlay.ts';
import { groupExamples } from './group-examples.ts';
import { areStepsShown, hideSteps, isDone, nextOfWatches, nextStep, perform, STEPS, type Step } from './guide-steps.ts';
import { chatFace } from './identity.ts';
import { nextOfTeam } from './team-examples.ts';

export function startCard(app: App, view: ChatView): HTMLElement {
  if (!isPrivate(view.chat)) {
    return el(
      'div',
      { class: 'start-card' },
      chatFace(app, view.chat, 'large'),
      el('h2', {}, t('group_title')),
      el('p', {}, t('group_words')),
      app.demo && el('div', { class: 'steps' }, ...groupExamples(app, () => undefined)),
    );
  }
  return el(
    'div',
    { class: 'start-card' },
    chatFace(app, view.chat, 'large'),
    el('h2', {}, t('start_title')),
    el('p', {}, t('start_words')),
    app.profile.description !== '' && el('h3', {}, t('what_can')),
    app.profile.description !== '' && el('p', { class: 'description', dir: 'auto' }, app.profile.description),
    app.hints && stepList(app, () => undefined),
  );
}

export function openHelp(app: App): void {
  const close = iconButton('close', t('close'), () => dialog.close());
  const dialog = openDialog(
    'help',
    el('div', { class: 'dialog-head' }, el('h2', {}, t('help')), close),
    el('p', {}, t('start_words')),
    ...(app.hints ? [stepList(app, () => dialog.close()), wrongToken(app.hints.wrong_token)] : []),
    el('h3', {}, t('keys_title')),
    el(
      'ul',
      { class: 'keys' },
      ...keys().map(([key, does]) => el('li', {}, el('kbd', { dir: 'ltr' }, key), el('span', {}, does))),
    ),
  );
}

const keys = () =>
  [
    ['Enter', t('key_enter')],
    ['Shift + Enter', t('key_shift_enter')],
    ['/', t('key_slash')],
    ['Esc', t('key_escape')],
  ] as const;

function stepList(app: App, after: () => void): HTMLElement {
  const next = nextStep(app);
  const rows = STEPS.map((step, at) => {
    const done = isDone(app, step);
    return el(
      'li',
      { class: done ? 'step done' : step === next ? 'step next' : 'step' },
      el('span', { class: 'step-number', 'aria-hidden': 'true' }, done ? icon('check') : number(at + 1)),
      el('span', { class: 'step-words' }, t(`step_${step}`)),
      stepChip(app, step, after),
    );
  });
  return el('ol', { class: 'steps' }, ...rows);
}

function stepChip(app: App, step: Step, after: () => void): HTMLElement {
  const act = () => {
    after();
    void perform(app, step);
  };
  const token = app.hints?.token ?? '';
  if (step !== 'token') return el('button', { type: 'button', class: 'step-chip', dir: 'ltr', click: act }, `/${step}`);
  return el(
    'span',
    { class: 'step-token' },
    el(
      'button',
      { type: 'button', class: 'step-chip token', dir: 'ltr', title: t('tap_to_send'), click: act },
      icon('key'),
      token,
    ),
    iconButton('copy', t('copy'), () => copy(token)),
  );
}

function wrongToken(token: string): HTMLElement {
  const chip = el(
    'button',
    { type: 'button', class: 'step-chip token', dir: 'ltr', title: t('tap_to_copy'), click: () => copy(token) },
    icon('copy'),
    token,
  );
  return el('p', { class: 'wrong-token' }, t('wrong_token'), ' ', chip);
}

/** The bar shows the next step until all are done or the person closes the bar. */
export function createGuideBar(app: App): { element: HTMLElement; render(): void } {
  const element = el('div', { class: 'guide-bar' });
  let rendered = '';
  let wasNight = false;

  function render(): void {
    const isNight = app.demo?.night === true;
    if (wasNight && !isNight) toast(t('night_over'));
    wasNight = isNight;
    const next = nextIn(app);
    element.hidden = next === undefined;
    const now = `${app.me?.id}/${next?.words}/${next?.chips.length}/${document.documentElement.lang}`;
    if (!next || now === rendered) return;
    rendered = now;
    element.replaceChildren(
      el('span', { class: 'guide-words' }, next.words),
      iconButton('close', t('close'), () => hideSteps(app)),
      ...next.chips.map((chip) => chip()),
    );
  }

  return { element, render };
}

function nextIn(app: App): { words: string; chips: (() => HTMLElement)[] } | undefined {
  const { open: view, demo } = app;
  if (!view || view.messages.length === 0 || !areStepsShown(app, view)) return undefined;
  if (demo?.night) return { words: t('night_passes'), chips: [] };
  const step = nextStep(app);
  if (isPrivate(view.chat) && step && !isOfTeam(app)) {
    // The token is shown in the step `connect` too, for a person who connects with a button.
    const steps = STEPS.filter((one) => one === step || (step === 'connect' && one === 'token'));
    return { words: t(`next_${step}`), chips: steps.map((one) => () => stepChip(app, one, () => undefined)) };
  }
  const next =
    (isPrivate(view.chat) ? nextOfWatches(app) : undefined) ?? (demo?.team && nextOfTeam(app, demo.team, view));
  if (!next) return undefined;
  const { words, chip } = next;
  const button = (text: string, click: () => void) =>
    el('button', { type: 'button', class: 'step-chip', dir: 'auto', click }, text);
  return { words, chips: [() => button(chip.text, chip.click)] };
}

/** A member of the team needs no account of their own. */
function isOfTeam({ demo, me }: App): boolean {
  return Object.values(demo?.team?.people ?? {}).some((id) => id === me?.id);
}
