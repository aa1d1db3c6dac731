export * from '../confirm-money.ts';
