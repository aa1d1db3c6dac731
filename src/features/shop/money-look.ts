export type { Desk, MoneyLook } from '../money-look.ts';
