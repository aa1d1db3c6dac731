import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../../src/store/database/sql.ts';
import type { Move } from '../../../src/store/operations/index.ts';
import { memoryStore } from '../../support/databases/store.ts';
import { eventually } from '../../support/eventually.ts';
import { holdAnswers } from '../../support/hold-answers.ts';
import { openPaymentLedger, TOKEN, times } from './payment-ledger.ts';

const gone = () => new StoreUnavailable(new Error('gone'));

/** A context over a store that fails where it is told to: `before` a move is kept, or `after`. */
async function shakyPaymentLedger() {
  const { ledger } = await memoryStore();
  const failing: { before: (move: Move) => boolean; after: (move: Move) => boolean } = {
    before: () => false,
    after: () => false,
  };
  const context = await openPaymentLedger(50, {
    ledger: {
      ...ledger,
      async move(id, move) {
        if (failing.before(move)) throw gone();
        const moved = await ledger.move(id, move);
        if (failing.after(move)) throw gone();
        return moved;
      },
    },
  });
  return { context, ledger, failing };
}

/** True the first time. */
function once(): () => boolean {
  let times = 0;
  return () => times++ === 0;
}

const isAnswer = ({ from }: Move) => from.includes('sending') && from.includes('quoting');

test('the answer to an order waits for the store: it is bought once, and not taken for lost', async () => {
  const { context, failing } = await shakyPaymentLedger();
  failing.before = () => times(context, 'cloud.order') === 1 && context.errors.length < 2;
  const { id } = await context.order();
  await context.reaches(id, 'done');
  expect(context.errors).toHaveLength(2);
  expect(times(context, 'cloud.order')).toBe(1);
});

test('where the store does not take down that it is being sent, it is not sent', async () => {
  const { context, ledger, failing } = await shakyPaymentLedger();
  const first = once();
  failing.after = ({ serializedPerUser }) => serializedPerUser !== undefined && first();
  const { id, told } = await context.order();
  await told;
  expect(await ledger.get(id)).toMatchObject({ state: 'ready', failure: { kind: 'notSent' } });
  expect(times(context, 'cloud.order')).toBe(0);
});

test('an answer that was kept after all does not undo the confirm that came after it', async () => {
  const { context, ledger, failing } = await shakyPaymentLedger();
  const words = { error: 'insufficient', message: 'short of 1' };
  context.provider.fault({ operation: 'cloud.order', kind: 'status', status: 402, body: words, times: 1 });
  const first = once();
  failing.after = (move) => isAnswer(move) && first();
  const { id } = await context.order();
  await eventually(() => context.errors.length === 1);
  expect(await ledger.get(id)).toMatchObject({ state: 'ready', offer: 1 });

  const answer = holdAnswers(context.provider, { operation: 'cloud.order', times: 1 });
  const seen: Move[] = [];
  failing.before = (move) => {
    if (isAnswer(move)) seen.push(move);
    return false;
  };
  await context.operations.confirm({ id, userId: 7, message: 1, offer: 1 });
  await eventually(() => times(context, 'cloud.order') === 2);
  await eventually(() => seen.length > 0);
  expect(await ledger.get(id)).toMatchObject({ state: 'sending' });
  answer();
  await context.reaches(id, 'done');
  expect(context.provider.account(TOKEN).orders).toHaveLength(1);
});
