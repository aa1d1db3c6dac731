export * from '../money-screen.ts';
