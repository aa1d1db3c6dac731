/** Creates the page's components and renders them on every change. */

import { createComposer } from './composer/composer.ts';
import { createHeader } from './layout/header.ts';
import { chatName } from './layout/identity.ts';
import { createNotifications } from './layout/notifications.ts';
import { createPanel } from './layout/panel.ts';
import { createSidebar } from './layout/sidebar.ts';
import { createTopics } from './layout/topics.ts';
import { createHistory } from './messages/history.ts';
import { createPinned } from './messages/pinned.ts';
import { App } from './session/app.ts';
import { readRoute } from './session/route.ts';
import { setLanguage } from './texts.ts';
import { el } from './ui/dom.ts';
import { number } from './ui/format.ts';
import { holdWhilePressed } from './ui/hold.ts';

const app = new App();
const sidebar = createSidebar(app);
const panel = createPanel(app);
const conversation = [
  createHeader(app, panel),
  createTopics(app),
  createPinned(app),
  createHistory(app),
  createComposer(app),
];
// The header shows whether the panel is open, so the panel renders before it.
const notifications = createNotifications(app);
const components = [sidebar, panel, ...conversation, notifications];
const root = document.getElementById('app') ?? document.body;
root.append(
  sidebar.element,
  el('main', { class: 'conversation' }, ...conversation.map((component) => component.element)),
  panel.element,
  notifications.element,
);

function render(): void {
  root.classList.toggle('ready', app.me !== undefined);
  root.classList.toggle(
    'show-list',
    readRoute(location.hash).person !== undefined && readRoute(location.hash).chat === undefined,
  );
  for (const component of components) component.render();
  const waiting = [...app.chats.values()].reduce((sum, view) => sum + app.unreadIn(view), 0);
  const name = app.open ? chatName(app, app.open.chat) : '';
  if (name !== '') document.title = waiting > 0 ? `(${number(waiting)}) ${name}` : name;
}
app.onChange(holdWhilePressed(render));

// Spoilers, links and code in a text are no native buttons, so Enter and Space click them here.
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
// Another tab of this browser has changed a note.
window.addEventListener('storage', () => app.changed());
setLanguage(navigator.language);
app.enter(readRoute(location.hash).person);
app.changed();
