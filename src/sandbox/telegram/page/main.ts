/** The page: its parts, put together and drawn on every change. */

import { createComposer } from './composer/composer.ts';
import { chatName } from './layout/avatar.ts';
import { createHeader } from './layout/header.ts';
import { createSidebar } from './layout/sidebar.ts';
import { createHistory } from './messages/history.ts';
import { App } from './session/app.ts';
import { readRoute } from './session/route.ts';
import { speak } from './texts.ts';
import { el } from './ui/dom.ts';
import { number } from './ui/format.ts';

const app = new App();
const parts = [createSidebar(app), createHeader(app), createHistory(app), createComposer(app)] as const;
const [sidebar, ...conversation] = parts;
const root = document.getElementById('app') ?? document.body;
root.append(sidebar.element, el('main', { class: 'conversation' }, ...conversation.map((part) => part.element)));

app.onChange(() => {
  root.classList.toggle('ready', app.me !== undefined);
  root.classList.toggle(
    'show-list',
    readRoute(location.hash).person !== undefined && readRoute(location.hash).chat === undefined,
  );
  for (const part of parts) part.render();
  const waiting = [...app.chats.values()].reduce((sum, view) => sum + app.unreadIn(view), 0);
  const name = app.open ? chatName(app, app.open.chat) : '';
  if (name !== '') document.title = waiting > 0 ? `(${number(waiting)}) ${name}` : name;
});

// Spoilers, links and code inside a text are not buttons of their own: Enter and Space tap them.
document.addEventListener('keydown', (event) => {
  const target = event.target;
  if (!(target instanceof HTMLElement) || (event.key !== 'Enter' && event.key !== ' ')) return;
  if (!target.matches('span[role], code[role]')) return;
  event.preventDefault();
  target.click();
});

window.addEventListener('hashchange', () => {
  app.enter(readRoute(location.hash).person);
  app.changed();
});
speak(navigator.language);
app.enter(readRoute(location.hash).person);
app.changed();
