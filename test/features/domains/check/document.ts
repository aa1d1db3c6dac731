import { Api } from 'grammy';
import { BOT_TOKEN, type TestApp } from '../../../support/app.ts';
import type { Person } from '../../../support/person.ts';

/** The text of the newest document the bot sent. */
export async function documentOf({ telegram, world }: TestApp, person: Person): Promise<string> {
  const newest = () => [...person.messages()].reverse().find(({ document, from }) => document && from?.is_bot);
  const sent = await world.until(newest);
  const api = new Api(BOT_TOKEN, { apiRoot: telegram.url });
  const { file_path } = await api.getFile(sent.document?.file_id ?? '');
  const answer = await fetch(`${telegram.url}/file/bot${BOT_TOKEN}/${file_path}`);
  return Buffer.from(await answer.arrayBuffer()).toString('utf8');
}
