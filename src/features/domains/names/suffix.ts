import { Refusal } from '../../../telegram/failures/refusal.ts';
import { readSuffix } from './name.ts';

/** @throws Refusal for forged button data */
export function wholeSuffix(data: string): string {
  if (readSuffix(data) !== data) throw new Refusal((t) => t('button-old'));
  return data;
}
