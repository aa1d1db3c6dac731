import { expect, test } from 'vitest';
import { CARD, lineColour } from '../../../src/features/servers/chart/style.ts';
import type { Message } from '../../support/house.ts';
import { BOT_TOKEN, type TestHouse } from '../../support/house.ts';
import type { Person } from '../../support/person.ts';
import { asked, enterConnected } from '../support.ts';
import { readPicture } from './picture.ts';

const newest = (person: Person): Message => {
  const message = person.messages().at(-1);
  if (!message) throw new Error('no message');
  return message;
};

/** The file of the newest message, downloaded as any bot would. */
async function file(house: TestHouse, person: Person): Promise<{ name: string | undefined; bytes: Buffer }> {
  const { photo, document } = newest(person);
  const id = photo?.at(-1)?.file_id ?? document?.file_id;
  const got = await house.telegram.fetchJson(`/bot${BOT_TOKEN}/getFile?file_id=${id}`);
  return { name: document?.file_name, bytes: got };
}
